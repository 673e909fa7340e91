/** The copy of one's data, over HTTP and on a real database: it is compared with the tables row by row. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../../tests/factories/cursos.ts';
import { makePdf } from '../../../../../tests/factories/documentos.ts';
import { completeExpediente, makeEntrada } from '../../../../../tests/factories/entradas.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { jsonOf, readZip } from '../../../../../tests/zip.ts';
import {
  type Aporte,
  requireAportes,
  selectColumnasDeTitular,
} from '../../../../platform/server/aportes.ts';
import { foldServer } from '../../../../platform/server/feature.ts';
import { deleteOldCorreos } from '../../../../platform/server/mail/data.ts';
import { SERVER_FEATURES } from '../../../../server-features.ts';
import { DIAS_COPIA } from '../rules.ts';

let portal: TestPortal;
const dir = mkdtempSync(join(tmpdir(), 'copias-'));
const { given } = foldServer(SERVER_FEATURES);
const aportes = given.all('aportes');
const sinAporte = Object.assign({}, ...given.all('sinAporte')) as Record<string, string>;

type Alguien = Awaited<ReturnType<typeof makeCuenta>> & { personaId: string; texto: string };

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(async () => {
  await portal.stop();
  rmSync(dir, { recursive: true, force: true });
});

const exec = (text: string, values: unknown[] = []) =>
  portal.services.database.execute(text, values);

/** Somebody with a row in every table that names a person or an account; `texto` is in all that can say one. */
const makeLleno = async (texto: string): Promise<Alguien> => {
  const { db, secrets, storage } = portal.services;
  const curp = makeCurp();
  const persona = await makePersona(db, { clave: curp, curp, nombre: texto });
  const otra = await makePersona(db, { nombre: 'Ajena' });
  const cuenta = await makeCuenta(portal, { personaId: persona.id });
  const { uid, email } = cuenta;
  await completeExpediente(db, persona.id);
  const bytes = new Uint8Array(await makePdf());
  const put = () => storage.kept.put(bytes);
  const take = async (kept: { objeto: string; sha256: string }) => {
    await db.transaction().execute((trx) => storage.kept.take(trx, kept));
    return kept;
  };
  const [uno, dos, tres] = [
    await take(await put()),
    await take(await put()),
    await take(await put()),
  ];
  const { rows: tipos } = await exec(
    "select id from catalogo_items where catalogo = 'tipos-documento' limit 1",
  );
  await exec(
    `insert into documentos (persona_id, tipo_id, version, estado, nombre, objeto, sha256, bytes, content_type, creado_en)
     values ($1, $2, 1, 'pendiente', $3, $4, $5, $6, 'application/pdf', now())`,
    [persona.id, tipos[0]!.id, `Acta de ${texto} 🎓 ñ.pdf`, uno.objeto, uno.sha256, bytes.length],
  );
  await exec(
    `insert into archivos (nombre, objeto, propietario, generation, bytes, content_type, md5, sha256, creado_en, actualizado_en)
     values ($1, $2, $3, 1, $4, 'application/pdf', 'x', $5, now(), now())`,
    [`users/${uid}/${texto}.pdf`, dos.objeto, uid, bytes.length, dos.sha256],
  );
  const curso = await makeCurso(db);
  const { rows: plantillas } = await exec(
    `with p as (insert into plantillas (nombre) values ('P') returning id)
     insert into plantilla_versiones (plantilla_id, numero, estado, definicion, publicada_en)
     select id, 1, 'publicada', '{}', now() from p returning id, plantilla_id`,
  );
  const { id: versionId, plantilla_id: plantillaId } = plantillas[0] as Record<string, string>;
  const { id: edicionId } = await makeEdicion(db, {
    cursoId: curso.id,
    plantillaId: plantillaId as string,
    ahora: new Date(),
  });
  await exec(
    `with i as (insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, respuestas)
       values ($1, $6, $7, 'borrador', jsonb_build_object('nota', $2::text)) returning id)
     insert into acuses (folio, clave, inscripcion_id, datos, emitido_en, pdf_objeto, pdf_sha256)
       select $3, $3, id, '{}', now(), $4, $5 from i`,
    [persona.id, texto, `F-${texto}`, tres.objeto, tres.sha256, edicionId, versionId],
  );
  const { rows } = await exec('select id from inscripciones where persona_id = $1', [persona.id]);
  const inscripcionId = rows[0]!.id as string;
  await exec('insert into respuestas_sensibles (inscripcion_id, sellado) values ($1, $2)', [
    inscripcionId,
    secrets.seal(JSON.stringify({ inscripcionId, respuestas: { salud: `sensible ${texto}` } })),
  ]);
  await exec(
    `with m as (insert into mensajes_inscritos (id, plantilla_id, asunto, texto, personas, trabajo_id, pedido_en, pedido_por)
       select gen_random_uuid(), v.plantilla_id, 'Aviso', $2::text, 1, gen_random_uuid(), now(), 'escuela'
       from plantilla_versiones v where v.id = $3 returning id)
     insert into mensajes_destinatarios (mensaje_id, inscripcion_id) select id, $1 from m`,
    [inscripcionId, `Mensaje a ${texto}`, versionId],
  );
  await exec(
    `with s as (insert into edicion_sesiones (edicion_id, fecha, de, a)
       values ($2, '2026-12-02', '09:00', '11:00') returning id)
     insert into asistencias (inscripcion_id, sesion_id, marca) select $1, id, 'asistio' from s`,
    [inscripcionId, edicionId],
  );
  await exec('insert into resultados (inscripcion_id, calificacion) values ($1, 9.5)', [
    inscripcionId,
  ]);
  await exec(
    `with a as (insert into actas (id, edicion_id, folio, version, cerrada_en)
       values (gen_random_uuid(), $2, gen_random_uuid()::text, 1, now())
       on conflict (edicion_id) do update set version = 1 returning id)
     insert into acta_resultados (inscripcion_id, acta_id, resultado, calificacion, version)
       select $1, id, 'acreditada', 9.5, 1 from a`,
    [inscripcionId, edicionId],
  );
  const ids: [string, unknown[]][] = [
    [
      "insert into claves_anteriores (clave, persona_id, datos) values ($2, $1, '{}')",
      [persona.id, `SC${texto}`],
    ],
    [
      `insert into fusiones (anterior_id, persona_id, tomar, motivo, huella, propuesta_por, propuesta_en, vence_en)
       values ($1, $2, '{}', $3, 'h', $4, now(), now() + interval '9 days')`,
      [otra.id, persona.id, texto, uid],
    ],
    [
      "insert into sesiones (id, uid, email, refresh_hash, ip, user_agent, vence_en) values (gen_random_uuid(), $1, $2, $3, '1.1.1.1', $3, now() + interval '1 day')",
      [uid, email, texto],
    ],
    [
      "insert into codigos (hash, tipo, uid, vence_en) values ($2, 'PASSWORD_RESET', $1, now())",
      [uid, `secreto-${texto}`],
    ],
    [
      "insert into aceptaciones (uid, persona_id, documento, version) values ($1, $2, 'aviso', '2026-11')",
      [uid, persona.id],
    ],
    [
      `insert into correcciones (id, persona_id, estado, cambios, antes, motivo, documento_id, pedido_por, creado_en)
       select gen_random_uuid(), $1, 'pendiente', '{}', '{}', $2, id, $3, now() from documentos where persona_id = $1`,
      [persona.id, texto, uid],
    ],
    [
      `insert into excepciones (plantilla_id, regla, descripcion, condicion, persona_id, estado, justificacion,
         documento_id, vence_en, pedido_por, creado_en)
       select p.id, 'edad', 'Edad', '{}', $1, 'pendiente', $2, d.id, now(), $3, now()
       from documentos d, plantillas p where d.persona_id = $1 limit 1`,
      [persona.id, texto, uid],
    ],
    [
      `with l as (insert into listas_personas (plantilla_id, clave, nombre, creado_en)
         select id, gen_random_uuid(), gen_random_uuid(), now() from plantillas limit 1 returning id)
       insert into listas_personas_incluidas (lista_id, persona_id) select id, $1 from l`,
      [persona.id],
    ],
    [
      `insert into tramites_arco (id, folio, derecho, estado, persona_id, uid, nombre, medio, descripcion, registrado_por, recibido_en, vence_en)
       values (gen_random_uuid(), $3, 'acceso', 'recibida', $1, $2, $3, $3, $3, $2, now(), now())`,
      [persona.id, uid, texto],
    ],
    [
      `insert into personas_telefonos (entrada_id, persona_id, numero, hash, vence_en, enviado_en)
       select id, $1, '+525512345678', $2, now(), now() from personas_entradas where persona_id = $1 limit 1`,
      [persona.id, `secreto-${texto}`],
    ],
    [
      'insert into personas_accesibilidad (persona_id, sellado, version, actualizado_en) values ($1, $2, 1, now())',
      [
        persona.id,
        secrets.seal(
          JSON.stringify({
            personaId: persona.id,
            necesidades: { apoyos: [], detalle: `Lo que necesita ${texto}` },
          }),
        ),
      ],
    ],
    [
      `insert into documentos_emitidos (tipo, folio, persona_id, estado, datos, lista, indice, preparado_en, preparado_por, emitido_en, estado_en, diseno_version_id)
       select 'reconocimiento', $2, $1, 'vigente', '{}', 1, floor(random() * 131072), now(), 'x', now(), now(), id
       from diseno_versiones limit 1`,
      [persona.id, `R-${texto}`],
    ],
    [
      `with r as (insert into rutas (clave) values (gen_random_uuid()) returning id), v as (
         insert into ruta_versiones (ruta_id, numero, estado, definicion)
         select id, 1, 'borrador', '{"nombre": "Una ruta"}' from r returning id, ruta_id)
       insert into ruta_personas (ruta_id, version_id, persona_id, origen, comenzada_en)
       select ruta_id, id, $1, 'propia', now() from v`,
      [persona.id],
    ],
    ['insert into codigos_recuperacion (uid, hash) values ($1, $2)', [uid, `secreto-${texto}`]],
    [
      'insert into registros (uid, por_protocolo, huella, nombre) values ($1, false, 1, $2)',
      [uid, texto],
    ],
    [
      'insert into correos_contacto (uid, email, confirmado_en) values ($1, $2, now())',
      [uid, `${texto.toLowerCase()}@otro.example`],
    ],
    [
      "insert into intentos_fallidos (uid, dia, motivo, direccion, dispositivo, veces, primera, ultima) values ($1, current_date, 'contrasena', '2.2.2.2', $2, 1, now(), now())",
      [uid, texto],
    ],
    [
      'insert into vinculaciones (uid, persona_id, nombre, apellido_paterno, apellido_materno) values ($1, $2, $3, $3, $3)',
      [uid, otra.id, texto],
    ],
    [
      "insert into subidas (hash, nombre, propietario, metadata, estado, vence_en) values ($2, $2, $1, '{}', 'activa', now() + interval '1 day')",
      [uid, texto],
    ],
    [
      "insert into trabajos_visibles (id, tipo, propietario, titulo, datos, entrega, estado) values (gen_random_uuid(), 'otro', $1, $2, '{}', gen_random_uuid(), 'terminado')",
      [uid, texto],
    ],
    [
      `insert into trabajos_archivos (objeto, propietario, clase, hoja, nombre, tipo, bytes, sha256, lectura, vence_en)
       values ($2, $1, 'exportacion', 'personas', $2, 'csv', 1, repeat('a', 64), '{}', now() + interval '1 day')`,
      [uid, texto],
    ],
    [
      "insert into correos (id, para, asunto, estado, enviado_en) values (gen_random_uuid(), $1, $2, 'enviado', now())",
      [email, texto],
    ],
    [
      "insert into correos_apagados (uid, clase, desde) values ($1, 'documentosPorVencer', now())",
      [uid],
    ],
    ['insert into correos_rechazos (direccion, desde) values ($1, now())', [email]],
    ['insert into calendario_suscripciones (uid, huella, creado_en) values ($1, $1, now())', [uid]],
    [
      'insert into calendario_elegidas (uid, edicion_id) select $1, id from ediciones limit 1',
      [uid],
    ],
    [
      "insert into vistas (uid, lista, nombre, parametros, ocultas) values ($1, 'personas', $2, '', '[]')",
      [uid, texto],
    ],
    [
      `insert into supresiones (tramite_id, categoria, titulo, borradas, conservadas, fundamento, orden)
       select id, 'sesiones', 'Sus sesiones', 1, 0, null, 0 from tramites_arco where persona_id = $1`,
      [persona.id],
    ],
    [
      `insert into copias_datos (persona_id, uid, pedida_por, sha256, bytes, filas, archivos, creado_en, vence_en)
       values ($1, $2, $2, 'x', 1, 1, 1, now() - interval '9 days', now() - interval '2 days')`,
      [persona.id, uid],
    ],
  ];
  for (const [text, values] of ids) await exec(text, values);
  return { ...cuenta, personaId: persona.id, texto };
};

const finished = async (id: string, token: string) => {
  for (let i = 0; i < 600; i++) {
    const { result } = await portal.call('listTrabajos', {}, { token });
    const one = result.trabajos.find((t: { id: string }) => t.id === id);
    if (one?.terminadoEn) return one;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the job did not end');
};

const askCopia = async ({
  token,
}: {
  token: string;
}): Promise<{ id: string; trabajo: { estado: string } }> => {
  const { result, error } = await portal.call('requestCopiaDatos', {}, { token });
  if (!result) throw new Error(JSON.stringify(error));
  const trabajo = await finished(result.trabajo, token);
  const { result: list } = await portal.call('listCopiasDatos', {}, { token });
  return { id: list.copias[0]?.id, trabajo };
};

const download = (url: string, token: string) =>
  fetch(`${portal.url}${url}`, { headers: { authorization: `Bearer ${token}` } });

const openCopia = async (id: string, who: { token: string; password: string }) => {
  const { token, password } = who;
  const { result, error } = await portal.call('createDescargaCopia', { id, password }, { token });
  if (!result) throw new Error(JSON.stringify(error));
  const answer = await download(result.url, token);
  expect(answer.status).toBe(200);
  const path = join(dir, `${id}.zip`);
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(path));
  return readZip(path);
};

/** Never given: what proves who one is, places of the store, what only a search or a job needs. */
const SECRETS = new Set(
  `password_hash totp_sellado totp_paso busqueda hash refresh_hash prev_hash huella objeto pdf_objeto partes sellado
   por_sellar datos@trabajos_visibles entrega lectura contenido reservado_por reservado_hasta importacion anterior_id
   contado_en avisado_en enlace_hash`.split(/\s+/),
);

describe('the copy of one’s data', () => {
  it('has every row of every table that leads to a person, and nothing of anybody else', async () => {
    const [ana, luz] = [await makeLleno('Anabella'), await makeLleno('Luzmarina')];
    const escolar = await makeCuenta(portal, { role: 'Escolar' });
    const { rows: keys } = await exec('select clave from personas where id = $1', [ana.personaId]);
    await portal.call('getPersona', { clave: keys[0]!.clave }, { token: escolar.token });
    const { id, trabajo } = await askCopia(ana);
    expect(trabajo).toMatchObject({ estado: 'terminado' });
    const zip = await openCopia(id, ana);

    const said = new Set(aportes.flatMap(({ columnas }) => columnas));
    const columns = [...(await selectColumnasDeTitular(portal.services.db)), 'personas_todas.id'];
    const parents: Record<string, string> = {
      'acuses.inscripcion_id': 'inscripciones',
      'respuestas_sensibles.inscripcion_id': 'inscripciones',
      'mensajes_destinatarios.inscripcion_id': 'inscripciones',
      'resultados.inscripcion_id': 'inscripciones',
      'asistencias.inscripcion_id': 'inscripciones',
      'acta_resultados.inscripcion_id': 'inscripciones',
      'supresiones.tramite_id': 'tramites_arco',
    };
    for (const column of columns.filter((one) => said.has(one))) {
      const [table = '', name = ''] = column.split('.');
      if (table === 'historial') continue;
      const mine = sql<{
        fila: Record<string, unknown>;
      }>`select to_jsonb(t) as fila from ${sql.table(table)} t
        where ${sql.ref(name)}::text in (${sql.join([ana.personaId, ana.uid, ana.email])})
          or ${parents[column] ? sql`${sql.ref(name)} in (select id from ${sql.table(parents[column])} where persona_id = ${ana.personaId})` : sql`false`}`;
      const { rows } = await mine.execute(portal.services.db);
      expect(rows.length, `the full person has no row by ${column}`).toBeGreaterThan(0);
      const aporte = aportes.find(({ columnas }) => columnas.includes(column)) as Aporte;
      const given = jsonOf<Record<string, unknown>[]>(zip, `datos/${aporte.id}.json`);
      for (const { fila } of rows) {
        // A copy that was being made is not in itself.
        if (table === 'copias_datos' && fila.id === id) continue;
        const live = [
          'actualizado_en',
          'estado',
          'terminado_en',
          'mensaje',
          'resultado',
          'avance',
          'total',
          'usado_en',
        ];
        if (table === 'correos' && fila.asunto === 'La copia de sus datos está lista') continue;
        const wanted = Object.entries(fila).filter(
          ([key]) =>
            !SECRETS.has(key) &&
            !SECRETS.has(`${key}@${table}`) &&
            !live.includes(key) &&
            !/_por$/.test(key),
        );
        const same = given.filter((one) =>
          wanted.every(([key, value]) => JSON.stringify(one[key]) === JSON.stringify(value)),
        );
        expect(same, `${table}: ${JSON.stringify(Object.fromEntries(wanted))}`).toHaveLength(1);
      }
    }

    // The files are there, byte by byte, under names that say what they are.
    const files = [...zip.keys()].filter((name) => name.startsWith('archivos/'));
    expect(files).toEqual(
      expect.arrayContaining([
        'archivos/documentos/001 Acta de Anabella 🎓 ñ.pdf',
        'archivos/archivos/001 Anabella.pdf',
        'archivos/acuses/001 Acuse F-Anabella.pdf',
      ]),
    );
    for (const name of files) expect(zip.get(name)).toMatch(/^%PDF/);
    // What is sealed is opened for its person; what proves who they are is not given.
    expect(jsonOf<object[]>(zip, 'datos/respuestas-sensibles.json')).toMatchObject([
      { respuestas: { salud: 'sensible Anabella' } },
    ]);
    const all = [...zip]
      .map(([name, text]) => name + Buffer.from(text, 'latin1').toString('utf8'))
      .join('\n');
    expect(all).not.toContain('secreto-');
    expect(all).not.toContain('$argon2');
    // Who looked at it, and not their account.
    const history = jsonOf<{ que: string; quien: string }[]>(zip, 'datos/historial.json');
    expect(history).toContainEqual(
      expect.objectContaining({
        accion: 'persona.leer',
        quien: 'Personal de la escuela (Escolar)',
      }),
    );
    for (const other of [
      luz.uid,
      luz.email,
      luz.personaId,
      'Luzmarina',
      escolar.uid,
      escolar.email,
    ]) {
      expect(all, other).not.toContain(other);
    }
    const page = Buffer.from(zip.get('Mis datos.html') ?? '', 'latin1').toString('utf8');
    expect(page).toContain('lang="es-MX"');
    expect(page).toContain(
      `href="archivos/documentos/${encodeURIComponent('001 Acta de Anabella 🎓 ñ.pdf')}"`,
    );
    expect(page).not.toMatch(/<script|src=|https?:\/\//);
  });

  it('is nobody else’s, asks for the password, and goes on its last day', async () => {
    const persona = await makePersona(portal.services.db);
    const ana = await makeCuenta(portal, { personaId: persona.id });
    const luz = await makeCuenta(portal);
    const { id } = await askCopia(ana);
    const [mail] = await portal.mails();
    expect(mail).toMatchObject({ to: ana.email, subject: 'La copia de sus datos está lista' });
    expect(mail?.links.join(' ')).toContain(`/mis-datos/copias/${id}`);

    expect((await portal.call('getCopiaDatos', { id }, { token: luz.token })).http).toBe(404);
    // Nor when her file is the other's now: the copy says all about the account that asked for it.
    const { db } = portal.services;
    const linked = (uid: string, personaId: string | null) =>
      db.updateTable('cuentas').set({ persona_id: personaId }).where('uid', '=', uid).execute();
    const { persona_id: file } = await db
      .selectFrom('cuentas')
      .select('persona_id')
      .where('uid', '=', ana.uid)
      .executeTakeFirstOrThrow();
    expect(file).not.toBeNull();
    await linked(ana.uid, null);
    await linked(luz.uid, file);
    expect((await portal.call('getCopiaDatos', { id }, luz)).http).toBe(404);
    expect((await portal.call('listCopiasDatos', {}, luz)).result.copias).toEqual([]);
    await linked(luz.uid, null);
    await linked(ana.uid, file);
    const stolen = { id, password: luz.password };
    expect((await portal.call('createDescargaCopia', stolen, { token: luz.token })).http).toBe(404);
    expect((await portal.call('createDescargaCopia', { id, password: ana.password })).http).toBe(
      401,
    );
    const wrong = await portal.call(
      'createDescargaCopia',
      { id, password: 'No-es-esta-2026' },
      ana,
    );
    expect(wrong.error?.details.code).toBe('contrasena-actual');
    for (let i = 0; i < 10; i++) {
      await portal.call('createDescargaCopia', { id, password: 'No-es-esta-2026' }, ana);
    }
    const throttled = await portal.call('createDescargaCopia', { id, password: ana.password }, ana);
    expect(throttled.error?.status).toBe('RESOURCE_EXHAUSTED');
    await portal.services.db.deleteFrom('limites').execute();

    const { result } = await portal.call(
      'createDescargaCopia',
      { id, password: ana.password },
      ana,
    );
    expect((await download(result.url, luz.token)).status).toBe(403);
    expect((await fetch(`${portal.url}${result.url}`)).status).toBe(401);
    expect((await download(result.url.replace(/.$/, '_'), ana.token)).status).toBe(403);
    portal.setNow(new Date(Date.now() + 11 * 60_000));
    expect((await download(result.url, ana.token)).status).toBe(403);

    portal.setNow(new Date(Date.now() + (DIAS_COPIA * 24 + 1) * 3_600_000));
    const late = await portal.call('createDescargaCopia', { id, password: ana.password }, ana);
    expect(late.error).toMatchObject({ details: { code: 'copia-vencida' } });
    const { expireCopias } = await import('./service.ts');
    const { actAsSystem } = await import('../../../../platform/server/request-context.ts');
    const before = await portal.services.db
      .selectFrom('copias_datos')
      .select('objeto')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await actAsSystem(() => expireCopias(portal.services));
    portal.setNow(null);
    expect(
      await portal.services.storage.kept.stream({ objeto: before.objeto!, sha256: '' }),
    ).toBeNull();
    const gone = await portal.call('getCopiaDatos', { id }, ana);
    expect(gone.result).toMatchObject({ vencida: true });
  });

  it('is there for an account without a file or files, one at a time and three a day', async () => {
    const sola = await makeCuenta(portal);
    const asked = await Promise.all([1, 2].map(() => portal.call('requestCopiaDatos', {}, sola)));
    expect(asked.map(({ http }) => http).sort()).toEqual([200, 409]);
    await finished(asked.find(({ result }) => result)!.result.trabajo, sola.token);
    const { id } = await askCopia(sola);
    const zip = await openCopia(id, sola);
    expect([...zip.keys()].filter((name) => name.startsWith('archivos/'))).toEqual([]);
    expect(jsonOf<object[]>(zip, 'datos/cuenta.json')).toMatchObject([{ uid: sola.uid }]);
    await askCopia(sola);
    const fourth = await portal.call('requestCopiaDatos', {}, sola);
    expect(fourth.error?.status).toBe('RESOURCE_EXHAUSTED');
    expect((await portal.call('requestCopiaDatos', {})).http).toBe(401);
  });
});

describe('what leads to a person', () => {
  it('is given by somebody, or the server does not start', async () => {
    const { db, database } = portal.services;
    await requireAportes(db, aportes, [sinAporte]);
    await database.execute(`create table notas (persona_id uuid, id uuid primary key);
      create table notas_partes (nota_id uuid references notas (id)); create table avisos (uid text)`);
    await expect(requireAportes(db, aportes, [sinAporte])).rejects.toThrow(
      /avisos\.uid, notas\.persona_id, notas_partes\.nota_id/,
    );
    await database.execute('drop table notas_partes; drop table notas; drop table avisos');
  });

  it('is not said twice, nor of what there is not', async () => {
    const all = [...aportes.flatMap(({ columnas }) => columnas), ...Object.keys(sinAporte)];
    expect(all.filter((one, i) => all.indexOf(one) !== i)).toEqual([]);
    for (const column of all) {
      const [table, name] = column.split('.');
      const { rows } = await exec(
        'select 1 from pg_attribute where attrelid = $1::regclass and attname = $2',
        [table, name],
      );
      expect(rows, column).toHaveLength(1);
    }
    expect(new Set(aportes.map(({ id }) => id)).size).toBe(aportes.length);
  });
});

/** Every row of every table, as text, by its table. */
const readTodo = async (): Promise<Map<string, string[]>> => {
  const { rows } =
    await exec(`select n.nspname || '.' || quote_ident(c.relname) as tabla from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_%'`);
  const all = new Map<string, string[]>();
  for (const { tabla } of rows as { tabla: string }[]) {
    const { rows: found } = await exec(`select to_jsonb(t)::text as fila from ${tabla} t`);
    all.set(
      tabla.replace(/^public\./, ''),
      (found as { fila: string }[]).map(({ fila }) => fila).sort(),
    );
  }
  return all;
};
/** Without what the portal writes by itself while a test runs: deliveries, folded figures, counts of requests. */
const withoutEngines = (todo: ReadonlyMap<string, readonly string[]>) =>
  [...todo].filter(([tabla]) => !/^(correos|limites|indicadores_.*)$/.test(tabla));
/** In which tables some row says any of these. */
const whereSaid = (todo: ReadonlyMap<string, readonly string[]>, texts: readonly string[]) =>
  [...todo]
    .filter(([, filas]) =>
      filas.some((fila) => texts.some((text) => fila.toLowerCase().includes(text.toLowerCase()))),
    )
    .map(([tabla]) => tabla)
    .sort();

describe('a cancellation that is carried out', () => {
  const cancel = async (ana: Alguien, admin: Alguien | { token: string }) => {
    const id = crypto.randomUUID();
    const asked = { id, derecho: 'cancelacion', descripcion: 'Ya no quiero que tengan mis datos.' };
    expect((await portal.call('requestTramiteArco', asked, ana)).http).toBe(200);
    const grant = { id, sentido: 'conceder', respuesta: 'Se suprimirán sus datos.' };
    expect((await portal.call('decideTramiteArco', grant, admin)).http).toBe(200);
    return id;
  };

  it('leaves nothing of what it erases in any table, and the other person as they were', async () => {
    const [ana, luz] = [await makeLleno('Zuleyka'), await makeLleno('Yolotzin')];
    const admin = await makeCuenta(portal, { role: 'Admin' });
    const { db, storage } = portal.services;
    await makeEntrada(db, ana.personaId, 'telefono', { clase: 'celular', numero: '+525598761234' });
    await exec("update personas set correo_conocido = 'zuleyka@antes.example' where id = $1", [
      ana.personaId,
    ]);
    const { rows: bytes } = await exec(
      `select objeto, sha256 from documentos where persona_id = $1
       union all select objeto, sha256 from archivos where propietario = $2`,
      [ana.personaId, ana.uid],
    );
    const [{ clave }] = (await exec('select clave from personas where id = $1', [ana.personaId]))
      .rows as [{ clave: string }];
    const id = await cancel(ana, admin);
    const { result: plan } = await portal.call('previewSupresionArco', { id }, admin);
    expect(plan).toMatchObject({ confirmacion: clave, bloquea: true, impedimentos: [] });
    const before = await readTodo();
    const isLuz = (fila: string) =>
      [luz.uid, luz.personaId, luz.email, 'Yolotzin'].some((text) => fila.includes(text));

    const input = { id, huella: plan.huella, confirmacion: clave };
    const typo = await portal.call(
      'confirmSupresionArco',
      { ...input, confirmacion: 'OTRA' },
      admin,
    );
    expect(typo.error?.details.code).toBe('arco-no-confirma');
    expect(withoutEngines(await readTodo())).toEqual(withoutEngines(before));
    const { result: done, error } = await portal.call('confirmSupresionArco', input, admin);
    expect(error).toBeUndefined();
    expect(done).toMatchObject({ estado: 'cumplida', nombre: 'Suprimido' });
    const said = Object.fromEntries(
      done.supresion.map((one: { id: string }) => [one.id, one]),
    ) as Record<string, { borra: number; conserva: number; fundamento: string | null }>;
    expect(said.documentos).toMatchObject({ borra: 1, conserva: 0, fundamento: null });
    expect(said.expediente?.borra).toBe(8);
    expect(said.acuses).toMatchObject({ borra: 0, conserva: 1 });
    expect(said.persona).toMatchObject({ borra: 0, conserva: 1 });

    // The mail that tells them goes too, once it was delivered.
    const mail = (await portal.mails()).find(({ to }) => to === ana.email);
    expect(mail?.subject).toBe('Se suprimieron sus datos');
    expect(mail?.text).toContain('Se conserva: acuses de inscripción');
    await deleteOldCorreos(db, {
      sentBefore: new Date(0),
      failedBefore: new Date(0),
      codesBefore: new Date(0),
    });

    const after = await readTodo();
    const erased = [ana.email, 'zuleyka@', '5598761234', clave];
    expect(whereSaid(before, [ana.email]).length).toBeGreaterThan(5);
    // Only the blocked file and what identifies it by its key say who it was.
    expect(whereSaid(after, erased)).toEqual(['personas_todas']);
    // (The factory's list has no bytes: what it says that there are is nobody's to remove.)
    after.delete('objetos_sueltos');
    expect(whereSaid(after, ['zuleyka'])).toEqual([
      'acuses',
      'documentos_emitidos',
      'inscripciones',
      'personas_todas',
      'tramites_arco',
    ]);
    const { rows: asked } = await exec(
      'select nombre, medio, descripcion from tramites_arco where uid = $1',
      [ana.uid],
    );
    expect(new Set(asked.flatMap((row) => Object.values(row as object)))).toEqual(
      new Set(['Suprimido']),
    );
    for (const [tabla, filas] of withoutEngines(before)) {
      const now = new Set(after.get(tabla));
      for (const fila of filas.filter(isLuz)) expect(now.has(fila), `${tabla}: ${fila}`).toBe(true);
    }
    for (const kept of bytes as { objeto: string; sha256: string }[]) {
      expect(await storage.kept.stream(kept)).toBeNull();
    }

    // Nobody finds, opens, edits or enters it any more; the history says that it was done.
    expect((await portal.call('getPersona', { clave }, admin)).http).toBe(404);
    const list = await portal.call('listPersonas', { busqueda: 'zuleyka' }, admin);
    expect(list.result.filas ?? list.result.personas).toEqual([]);
    expect((await portal.call('listTramitesArcoPropios', null, ana)).http).toBe(401);
    const again = await portal.call('confirmSupresionArco', input, admin);
    expect(again.error?.details.code).toBe('arco-no-cancela');
  });
});

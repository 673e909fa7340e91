/** The copy of one's data, over HTTP and on a real database: it is compared with the tables row by row. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeLleno } from '../../../../../tests/factories/lleno.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { jsonOf, readZip } from '../../../../../tests/zip.ts';
import {
  type Aporte,
  requireAportes,
  selectColumnasDeTitular,
} from '../../../../platform/server/aportes.ts';
import { foldServer } from '../../../../platform/server/feature.ts';
import { SERVER_FEATURES } from '../../../../server-features.ts';
import { DIAS_COPIA } from '../rules.ts';

let portal: TestPortal;
const dir = mkdtempSync(join(tmpdir(), 'copias-'));
const { given } = foldServer(SERVER_FEATURES);
const aportes = given.all('aportes');
const sinAporte = Object.assign({}, ...given.all('sinAporte')) as Record<string, string>;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(async () => {
  await portal.stop();
  rmSync(dir, { recursive: true, force: true });
});

const exec = (text: string, values: unknown[] = []) =>
  portal.services.database.execute(text, values);

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

/** Given once the results are published: the tests of posgrado look at them. */
const CON_RESULTADOS = ['asignaciones.solicitud_id', 'examen_puntos.solicitud_id'];

/** Never given: what proves who one is, places of the store, what only a search or a job needs. */
const SECRETS = new Set(
  `password_hash totp_sellado totp_paso busqueda hash refresh_hash prev_hash huella objeto pdf_objeto partes sellado
   por_sellar datos@trabajos_visibles entrega lectura contenido reservado_por reservado_hasta importacion anterior_id
   contado_en avisado_en enlace_hash tercera@asignaciones solicitud_id@asignaciones revision@asignaciones
   clave_hash sensibles llave asignada_a panel recordado_en solicitud_id@impedimentos carta@recomendaciones clave_numero sospecha recordada_en solicitud_id@recomendaciones reemplaza_a abierta_en motivo@recomendaciones secuencia@entrevista_citas cliente_id pdf_firmante asignada_a autor_uid agente_uid detalle@impedimentos`.split(
    /\s+/,
  ),
);

describe('the copy of one’s data', () => {
  it('has every row of every table that leads to a person, and nothing of anybody else', async () => {
    const [ana, luz] = [await makeLleno(portal, 'Anabella'), await makeLleno(portal, 'Luzmarina')];
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
      'acuses.envio_id': 'posgrado_envios',
    };
    /** The tables of posgrado and soporte say by the name of the column which row of the person they are of. */
    const parentOf = (column: string): string | undefined =>
      parents[column] ??
      {
        solicitud_id: 'solicitudes',
        presolicitud_id: 'presolicitudes',
        evaluador_id: 'evaluadores',
        conversacion_id: 'soporte_conversaciones',
      }[column.split('.')[1] ?? ''];
    const ofAna = (parent: string) =>
      parent === 'posgrado_envios'
        ? sql`select id from posgrado_envios where solicitud_id in (select id from solicitudes where persona_id = ${ana.personaId})`
        : sql`select id from ${sql.table(parent)} where persona_id = ${ana.personaId}`;
    for (const column of columns.filter((one) => said.has(one))) {
      const [table = '', name = ''] = column.split('.');
      if (table === 'historial' || CON_RESULTADOS.includes(column)) continue;
      const parent = parentOf(column);
      const mine = sql<{
        fila: Record<string, unknown>;
      }>`select to_jsonb(t) as fila from ${sql.table(table)} t
        where ${sql.ref(name)}::text in (${sql.join([ana.personaId, ana.uid, ana.email])})
          or ${parent ? sql`${sql.ref(name)} in (${ofAna(parent)})` : sql`false`}`;
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
        if ((fila.asunto ?? fila.titulo) === 'La copia de sus datos está lista') continue;
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
    expect(
      (
        await download(
          result.url.replace(/.$/, (last: string) => (last === '_' ? '-' : '_')),
          ana.token,
        )
      ).status,
    ).toBe(403);
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

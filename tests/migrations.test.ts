/** What migrations do to the data that an installation has, with records as they were written then. */
import { createHmac, randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { seedCatalogos } from '../src/features/catalogos/server/seed.ts';
import { ACUSE } from '../src/features/inscripciones/acuse/contract.ts';
import {
  openSensibles,
  sealPorSellar,
} from '../src/features/inscripciones/sensibles/server/service.ts';
import { DEFINICION } from '../src/features/plantillas/contract.ts';
import { fieldsOf } from '../src/features/plantillas/formulario/rules.ts';
import type { Database } from '../src/platform/server/db/index.ts';
import { migrate } from '../src/platform/server/db/migrate.ts';
import { recordCambio } from '../src/platform/server/historial/index.ts';
import { openHistorial } from '../src/platform/server/historial/signing.ts';
import { verifyCadenas } from '../src/platform/server/historial/verification.ts';
import { actAsSystem } from '../src/platform/server/request-context.ts';
import { openSecrets } from '../src/platform/server/secrets.ts';
import { openBlank } from './database.ts';
import { anclasOfNow } from './historial.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const opened: { database: Database; dir: string }[] = [];
afterAll(async () => {
  for (const { database, dir } of opened) {
    await database.close();
    rmSync(dir, { recursive: true });
  }
});

/** A database as it was before a migration; `finish` applies the rest. */
const openBefore = async (number: string) => {
  const dir = mkdtempSync(join(tmpdir(), 'migraciones-'));
  for (const name of readdirSync(MIGRATIONS)) {
    if (name < number) copyFileSync(join(MIGRATIONS, name), join(dir, name));
  }
  const database = await openBlank();
  opened.push({ database, dir });
  await migrate(database, dir);
  return { database, finish: () => migrate(database, MIGRATIONS) };
};

const golden = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `fixtures/formatos/${name}.json`), 'utf8'));

it('0023 takes sensitive answers out of the others and off the acuses, and seals them', async () => {
  const { database, finish } = await openBefore('0023');
  const one = async (sql: string, values: unknown[] = []) =>
    (await database.execute(sql, values)).rows[0] as { id: string };
  const { id: persona } = await one(
    `insert into personas (clave, nombre, apellido_paterno, apellido_materno, nombre_completo)
     values ('SC000000000', 'Ana', 'Pérez', 'Ruiz', 'ANA PÉREZ RUIZ') returning id`,
  );
  const { id: area } = await one(
    `insert into catalogo_items (catalogo, clave, nombre, orden, busqueda) values ('areas', 'X', 'X', 1, 'x') returning id`,
  );
  const { id: curso } = await one(
    `insert into cursos (clave, nombre, tipo, modalidad, area_id, horas)
     values ('C', 'C', 'curso', 'enLinea', $1, 10) returning id`,
    [area],
  );
  const { id: plantilla } = await one(`insert into plantillas (nombre) values ('P') returning id`);
  const { id: version } = await one(
    `insert into plantilla_versiones (plantilla_id, numero, estado, definicion, publicada_en)
     values ($1, 1, 'publicada', $2, now()) returning id`,
    [plantilla, JSON.stringify(golden('definicion-1'))],
  );
  const enrol = async (estado: string, respuestas: object) => {
    const { id: edicion } = await one(
      `insert into ediciones (curso_id, plantilla_id, nombre, inicia, termina, inscripcion_abre,
         inscripcion_cierra, cupo)
       values ($1, $2, 'E', '2026-12-01', '2026-12-18', now(), now() + interval '9 days', 30)
       returning id`,
      [curso, plantilla],
    );
    return one(
      `insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, respuestas)
       values ($1, $2, $3, $4, $5) returning id`,
      [persona, edicion, version, estado, JSON.stringify(respuestas)],
    );
  };
  const sensibles = { apoyos: true, cualApoyo: 'Rampa y lector de pantalla' };
  const sent = await enrol('inscrita', { perfil: 'otro', compromiso: true, ...sensibles });
  const draft = await enrol('borrador', { motivos: 'x', ...sensibles });
  const without = await enrol('inscrita', { perfil: 'otro', apoyos: false });
  const issue = (folio: string, inscripcion: string) =>
    database.execute(
      `insert into acuses (folio, clave, inscripcion_id, datos, emitido_en) values ($1, 'k', $2, $3, now())`,
      [folio, inscripcion, JSON.stringify(golden('acuse-1'))],
    );
  await issue('A', sent.id);
  await issue('B', without.id);
  // Left before there was a moment of it (0085); 0241 says one.
  const left = await enrol('baja', {});
  await database.execute(
    "update inscripciones set enviada_en = '2026-11-01T15:00:00Z' where id = $1",
    [left.id],
  );

  await finish();
  const { rows: gone } = await database.execute(
    'select id, baja_en >= enviada_en as tras from inscripciones where baja_en is not null',
  );
  expect(gone).toEqual([{ id: left.id, tras: true }]);
  const secrets = openSecrets({ secretKey: 'ab'.repeat(32), dataDir: '' });
  openHistorial(database.db, secrets);
  expect(await actAsSystem(() => sealPorSellar(database.db, secrets))).toBe(2);
  expect(await actAsSystem(() => sealPorSellar(database.db, secrets))).toBe(0);

  const rows = (
    await database.execute(
      `select i.id, i.respuestas, r.sellado, r.por_sellar from inscripciones i
       left join respuestas_sensibles r on r.inscripcion_id = i.id`,
    )
  ).rows as { id: string; respuestas: object; sellado: string | null; por_sellar: null }[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  expect(byId.get(sent.id)!.respuestas).toEqual({ perfil: 'otro', compromiso: true });
  expect(byId.get(draft.id)!.respuestas).toEqual({ motivos: 'x' });
  expect(byId.get(without.id)).toMatchObject({ respuestas: { perfil: 'otro' }, sellado: null });
  for (const { id } of [sent, draft]) {
    expect(byId.get(id)!.por_sellar).toBeNull();
    expect(openSensibles(secrets, id, byId.get(id)!.sellado)).toEqual(sensibles);
  }
  const everything = JSON.stringify([
    rows,
    (await database.execute('select datos from acuses')).rows,
    (await database.execute('select antes, despues from historial')).rows,
  ]);
  expect(everything).not.toMatch(/Rampa|apoyo/i);

  // The acuse says the rest, and what was accepted.
  const acuse = ACUSE.read((await database.execute('select datos from acuses')).rows[0]!.datos);
  expect(acuse.secciones.map(({ titulo }) => titulo)).toEqual([
    'Sus datos',
    'Su trayectoria',
    'Su participación',
  ]);
  expect(acuse.secciones[2]!.respuestas).toEqual([
    { etiqueta: '¿Para qué quiere tomar este programa?', valor: expect.any(String) },
    {
      etiqueta: 'Acepto el compromiso de asistencia',
      valor: 'Sí, acepto',
      aceptado: expect.stringContaining('Me comprometo a asistir'),
    },
  ]);

  // The version marks them from now on, and is as unchangeable as it was.
  const { definicion } = (await database.execute('select definicion from plantilla_versiones'))
    .rows[0] as { definicion: unknown };
  const campos = fieldsOf(DEFINICION.read(definicion));
  expect(campos.filter(({ sensible }) => sensible)).toMatchObject([
    { clave: 'apoyos', tipo: 'casilla', obligatorio: false },
    { clave: 'cualApoyo', tipo: 'textoLargo' },
  ]);
  expect(campos.map(({ clave }) => clave)).toEqual(
    fieldsOf(DEFINICION.read(golden('definicion-1'))).map(({ clave }) => clave),
  );
  await expect(
    database.execute(`update plantilla_versiones set definicion = '{}'`),
  ).rejects.toThrow('una versión publicada no cambia');
});

it('0030 says of each import that was asked for of which list it is', async () => {
  const { database, finish } = await openBefore('0030');
  const [conArchivo, empezada, sinNada] = [randomUUID(), randomUUID(), randomUUID()];
  const archivo = randomUUID();
  await database.execute(
    `insert into trabajos_archivos (id, objeto, propietario, clase, hoja, nombre, tipo, bytes, sha256, vence_en)
     values ($1, 'o', 'u', 'importacion', 'personas', 'a.csv', 'csv', 1, '', now())`,
    [archivo],
  );
  await database.execute(
    `insert into importaciones (id, hoja, actor_uid, cifras) values ($1, 'catalogo-areas', 'u', '{}')`,
    [empezada],
  );
  for (const [id, its] of [
    [conArchivo, archivo],
    [empezada, randomUUID()],
    [sinNada, randomUUID()],
  ]) {
    await database.execute(
      `insert into trabajos_visibles (id, tipo, propietario, titulo, datos, entrega)
       values ($1, 'hojas-importar', 'u', 'T', $2, gen_random_uuid())`,
      [id, JSON.stringify({ archivo: its, correspondencia: { curp: 0 } })],
    );
  }
  await finish();
  const { rows } = await database.execute('select id, datos from trabajos_visibles');
  const hojaOf = (id: string) =>
    (rows as { id: string; datos: { hoja: string; correspondencia: unknown } }[]).find(
      (row) => row.id === id,
    )?.datos;
  expect(hojaOf(conArchivo)).toMatchObject({ hoja: 'personas', correspondencia: { curp: 0 } });
  expect(hojaOf(empezada)?.hoja).toBe('catalogo-areas');
  expect(hojaOf(sinNada)?.hoja).toBe('');
});

it('0032 goes on with the history of before it, which is still verified and is closed', async () => {
  const { database, finish } = await openBefore('0032');
  const secrets = openSecrets({ secretKey: 'ab'.repeat(32), dataDir: '' });
  openHistorial(database.db, secrets);
  // As the server called it then, with the key xored with HMAC's two pads.
  const pad = (by: number) =>
    Buffer.concat([secrets.derive('historial'), Buffer.alloc(32)]).map((byte) => byte ^ by);
  const one = (antes: unknown, despues: unknown, ...texts: (string | null)[]) =>
    database.execute(
      'select historial_agregar($1, $2, $3, $4, $5, $6, null, $7::jsonb, $8::jsonb, $9, $10, $11)',
      [
        pad(0x36),
        pad(0x5c),
        'ana',
        'prueba.antes',
        'prueba',
        texts[0] ?? 'x',
        antes === null ? null : JSON.stringify(antes),
        despues === null ? null : JSON.stringify(despues),
        texts[1] ?? null,
        null,
        '203.0.113.7',
      ],
    );
  for (let n = 0; n < 40; n++) {
    await one(
      n % 3 === 0 ? null : { zz: 1.5, a: [true, null, 1e21, -0.000_001], ñ: { 'b"\\/': 'x' } },
      n % 2 === 0 ? null : { texto: 'Ñandú «»\t\n\r\b\f\u0001\u007f\u2028 😀', n },
      `7-${n} "\\\u0002`,
      n % 5 === 0 ? null : 'motivo «ñ»',
    );
  }
  await database.execute(
    'select historial_agregar_varios($1, $2, null, $3, $4, null, null, null, $5::jsonb)',
    [
      pad(0x36),
      pad(0x5c),
      'prueba.varias',
      'prueba',
      JSON.stringify(
        Array.from({ length: 700 }, (_, n) => ({
          entidadId: String(n),
          personaId: n === 3 ? 'c0ffee00-0000-4000-8000-00000000ABCD' : null,
          antes: null,
          despues: n % 2 === 0 ? null : { n },
        })),
      ),
    ],
  );

  await finish();
  const anclas = await anclasOfNow(database.db);
  const verify = () => verifyCadenas(database.db, anclas);
  expect(await verify()).toMatchObject({ integro: true, anotaciones: 740, problemas: [] });
  for (let n = 0; n < 40; n++) {
    await database.db
      .transaction()
      .execute((trx) => recordCambio(trx, 'prueba.hoy', { id: 'z', actorUid: null }));
  }
  expect(await verify()).toMatchObject({ integro: true, anotaciones: 780, problemas: [] });

  // One of before that says something else.
  const alter = (sql: string) =>
    database.execute(`alter table historial disable trigger all; ${sql}`);
  await alter("update historial set actor_uid = 'otro' where entidad_id = '300'");
  expect((await verify()).problemas).toEqual([
    expect.stringMatching(/^Cadena \d+: la anotación del eslabón \d+ .* cambió/),
  ]);
  await alter("update historial set actor_uid = null where entidad_id = '300'");
  expect((await verify()).problemas).toEqual([]);

  // One more as it was done then, by who had got hold of the key when it travelled.
  const { rows } = await database.execute(
    `select eslabones + 1 as eslabon, encode(hash, 'hex') as hash from historial_cadenas where cadena = 0`,
  );
  const { eslabon, hash } = rows[0] as { eslabon: number; hash: string };
  const contenido = `[0, ${eslabon}, "1760000000.123456", "ana", "prueba.falsa", "prueba", "1", null, null, null, null, null, null]`;
  const forged = createHmac('sha256', secrets.derive('historial'))
    .update(Buffer.from(hash, 'hex'))
    .update(contenido)
    .digest('hex');
  await alter(
    `insert into historial (momento, actor_uid, accion, entidad, entidad_id, cadena, eslabon, hash)
     values (to_timestamp(1760000000.123456), 'ana', 'prueba.falsa', 'prueba', '1', 0, ${eslabon}, '\\x${forged}');
     update historial_cadenas set eslabones = ${eslabon}, hash = '\\x${forged}' where cadena = 0`,
  );
  expect((await verify()).problemas).toEqual([
    expect.stringMatching(
      /^Cadena 0: la anotación del eslabón \d+ .* no lleva la firma del portal/,
    ),
  ]);
});

it('0043 makes items of the kinds and modalities of courses, called as they were', async () => {
  const { database, finish } = await openBefore('0043');
  await database.execute(
    `insert into catalogo_items (catalogo, clave, nombre, orden, busqueda) values
       ('areas', 'X', 'X', 1, 'x'), ('modalidades', 'MIXTA', 'Semipresencial', 7, 'mixta semipresencial')`,
  );
  const cursos = [
    ['curso', 'enLinea'],
    ['maestria', 'mixta'],
    ['taller', 'presencial'],
  ];
  for (const [tipo, modalidad] of cursos) {
    await database.execute(
      `insert into cursos (clave, nombre, tipo, modalidad, area_id, horas)
       select $1, 'C', $1, $2, id, 1 from catalogo_items where catalogo = 'areas'`,
      [tipo, modalidad],
    );
  }
  await finish();
  await seedCatalogos(database.db);
  const { rows } = await database.execute(
    `select t.clave, t.nombre as tipo, t.datos->'posgrado' as posgrado, m.nombre as modalidad
     from cursos c join catalogo_items t on t.id = c.tipo_id and t.catalogo = 'tipos-actividad'
     join catalogo_items m on m.id = c.modalidad_id and m.catalogo = 'modalidades' order by c.clave`,
  );
  expect(rows).toEqual([
    { clave: 'CURSO', tipo: 'Curso', posgrado: false, modalidad: 'En línea' },
    { clave: 'MAESTRIA', tipo: 'Maestría', posgrado: true, modalidad: 'Semipresencial' },
    { clave: 'TALLER', tipo: 'Taller', posgrado: false, modalidad: 'Presencial' },
  ]);
});

it('0051 calls columns and states by one word each, and what was there is as it was', async () => {
  const { database, finish } = await openBefore('0051');
  const rowsOf = async (sql: string, values: unknown[] = []) =>
    (await database.execute(sql, values)).rows;
  const secrets = openSecrets({ secretKey: 'ab'.repeat(32), dataDir: '' });
  openHistorial(database.db, secrets);
  await actAsSystem(
    () =>
      database.db
        .transaction()
        .execute((trx) =>
          recordCambio(trx, 'prueba.antes', { id: 'x', despues: { vence: 'hoy' } }),
        ),
    'r-51',
  );
  const [seen, unseen] = [randomUUID(), randomUUID()];
  await database.execute(
    `insert into importaciones (id, hoja, estado, actor_uid)
     values ($1, 'personas', 'hecha', 'u'), ($2, 'personas', 'preparando', 'u')`,
    [seen, unseen],
  );
  await database.execute(
    `insert into personas_todas (clave, nombre, apellido_paterno, apellido_materno, nombre_completo, creada_en,
       importacion)
     select 'SC' || n, 'Ana', 'Pérez', 'Ruiz', 'ANA PÉREZ RUIZ', '2026-01-02', case n when 1 then $1::uuid else $2 end
     from generate_series(1, 2) n`,
    [seen, unseen],
  );
  await database.execute(
    `insert into trabajos_visibles (tipo, propietario, titulo, estado, hechos, total, datos, entrega)
     select 't', 'u', estado, estado, 3, 3, '{}', gen_random_uuid()
     from unnest(array['hecho', 'fallido', 'enCola']) estado`,
  );
  const vence = '2027-01-01T00:00:00.000Z';
  await database.execute(`insert into limites (llave, cuenta, vence) values ('a', 1, $1)`, [vence]);

  await finish();
  expect(
    await rowsOf('select titulo, estado, avance from trabajos_visibles order by titulo'),
  ).toEqual([
    { titulo: 'enCola', estado: 'enCola', avance: 3 },
    { titulo: 'fallido', estado: 'fallido', avance: 3 },
    { titulo: 'hecho', estado: 'terminado', avance: 3 },
  ]);
  await expect(
    database.execute(`update trabajos_visibles set estado = 'enCurso' where titulo = 'hecho'`),
  ).rejects.toThrow('no se pasa');
  expect(await rowsOf('select vence_en from limites')).toEqual([{ vence_en: new Date(vence) }]);
  // Who is seen of two imports is the one whose import ended, through the view and its new names.
  const shown = 'select clave, creado_en::date::text as dia from personas';
  expect(await rowsOf(shown)).toEqual([{ clave: 'SC1', dia: '2026-01-02' }]);
  await database.execute(
    `insert into personas (clave, nombre, apellido_paterno, apellido_materno, nombre_completo)
     values ('SC3', 'Eva', 'Pérez', 'Ruiz', 'EVA PÉREZ RUIZ')`,
  );
  await database.execute(
    `alter table personas_todas add column de_prueba text; select vista_de_visibles('personas', 'personas_todas')`,
  );
  expect(await rowsOf('select de_prueba from personas')).toHaveLength(2);
  await expect(
    database.execute(
      `insert into importaciones (id, hoja, actor_uid) values ($1, 'personas', 'u')`,
      [randomUUID()],
    ),
  ).rejects.toThrow('importaciones_hoja');
  // The history was signed under the old name, and what it kept of a datum is never rewritten.
  expect(await rowsOf('select peticion_id, despues from historial')).toEqual([
    { peticion_id: 'r-51', despues: { vence: 'hoy' } },
  ]);
  await actAsSystem(
    () => database.db.transaction().execute((trx) => recordCambio(trx, 'prueba.hoy', { id: 'y' })),
    'r-52',
  );
  expect(await verifyCadenas(database.db, await anclasOfNow(database.db))).toMatchObject({
    integro: true,
    anotaciones: 2,
    problemas: [],
  });
});

it('0160 passes over a server without lz4, and over nothing else', async () => {
  const { database, finish } = await openBefore('0160');
  const rename = (from: string, to: string) =>
    database.execute(`alter table acuses rename column ${from} to ${to}`);
  await rename('datos', 'otros');
  await expect(finish()).rejects.toThrow(
    'La base de datos no aceptó la migración 0160-lz4-si-lo-hay.sql, y nada de ella quedó: ',
  );
  await rename('otros', 'datos');
  expect(await finish()).toContain('0160-lz4-si-lo-hay.sql');
});

/** Courses that kept the name of their area and venue, moved to the items of the catalogs. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/database.ts';
import { makeCurso, makeEdicion } from '../../../../tests/factories/cursos.ts';
import { makePlantilla } from '../../../../tests/factories/plantillas.ts';
import { type Database, type Db, openDatabase } from '../../../platform/server/db/index.ts';
import { migrate } from '../../../platform/server/db/migrate.ts';
import { seedCatalogos } from '../../catalogos/server/seed.ts';
import type { EstadoEdicion } from '../contract.ts';
import { estadoDeEdicion } from '../rules.ts';
import { ACTIVIDAD, type ActividadRow, estadoDeEdicionSql } from './reading.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../migrations');
const before = mkdtempSync(join(tmpdir(), 'migraciones-'));
afterAll(() => rmSync(before, { recursive: true, force: true }));

it('keeps every name, and makes an item of those that the catalogs did not have', async () => {
  for (const name of readdirSync(MIGRATIONS).filter((file) => file < '0015')) {
    cpSync(join(MIGRATIONS, name), join(before, name));
  }
  const memory = { load: null };
  const database = await openDatabase({ databaseUrl: null, dataDir: '', poolSize: 1, memory });
  await migrate(database, before);
  await seedCatalogos(database.db);
  const areas = ['Amparo', 'amparo', 'Derecho agrario', 'Derecho agrario (2)', '…', ' '];
  const sedes = [
    'Sede central (Ciudad de México)',
    'Casa de Oaxaca',
    null,
    null,
    '',
    'Aula virtual',
  ];
  await database.execute("insert into plantillas (nombre) values ('P')");
  for (const [i, area] of areas.entries()) {
    await database.execute(
      `with c as (insert into cursos (clave, nombre, tipo, modalidad, area, horas)
        values ($1, 'C', 'curso', 'mixta', $2, 1) returning id)
      insert into ediciones (curso_id, plantilla_id, nombre, inicia, termina, inscripcion_abre,
        inscripcion_cierra, sede, cupo)
      select c.id, p.id, 'E', '2026-01-01', '2026-01-02', now(), now() + interval '1 day', $3, 1
      from c, plantillas p`,
      [`C${i}`, area, sedes[i]],
    );
  }

  await migrate(database, MIGRATIONS);
  const { rows } = await database.execute(
    `select a.nombre as area, a.clave, s.nombre as sede from cursos c join ediciones e on e.curso_id = c.id
     join catalogo_items a on a.id = c.area_id and a.catalogo = 'areas'
     left join catalogo_items s on s.id = e.sede_id and s.catalogo = 'sedes' order by c.clave`,
  );
  expect(rows).toEqual([
    { area: 'Amparo', clave: 'AMPARO', sede: 'Sede central (Ciudad de México)' },
    { area: 'Amparo', clave: 'AMPARO', sede: 'Casa de Oaxaca' },
    { area: 'Derecho agrario', clave: 'DERECHO_AGRARIO', sede: null },
    { area: 'Derecho agrario (2)', clave: 'DERECHO_AGRARIO_2', sede: null },
    { area: '…', clave: expect.stringMatching(/^X[0-9A-F]{11}$/), sede: null },
    { area: 'Sin área', clave: 'SIN_AREA', sede: 'Aula virtual' },
  ]);
  await database.close();
});

describe('an edition', () => {
  const ahora = new Date('2027-01-15T18:00:00Z');
  let database: Database;
  let db: Db;
  let plantilla: { id: string };
  beforeAll(async () => {
    database = await openTestDatabase();
    db = database.db;
    await seedCatalogos(db);
    plantilla = await makePlantilla(db);
  });
  afterAll(() => database.close());

  it('is read under what its course said when it was made, whatever the course says now', async () => {
    const curso = await makeCurso(db);
    const ids = { cursoId: curso.id, plantillaId: plantilla.id, ahora };
    const antes = await makeEdicion(db, ids, { nombre: 'Antes' });
    await db
      .updateTable('cursos')
      .set({ nombre: 'Otro', horas: 12 })
      .where('id', '=', curso.id)
      .execute();
    // What says nothing new is no version.
    await db
      .updateTable('cursos')
      .set({ nombre: 'Otro', retirado_en: ahora })
      .where('id', '=', curso.id)
      .execute();
    const ahoraSi = await makeEdicion(db, ids, { nombre: 'Después' });
    const { rows } = await sql<ActividadRow>`select ${ACTIVIDAD.columns} from ${ACTIVIDAD.tables}
      where e.id in (${antes.id}, ${ahoraSi.id}) order by e.nombre`.execute(db);
    expect(rows.map((r) => [r.curso_id, r.curso_nombre, r.curso_horas])).toEqual([
      [curso.id, curso.nombre, 40],
      [curso.id, 'Otro', 12],
    ]);
    const versiones = await db
      .selectFrom('curso_versiones')
      .select(['numero'])
      .where('curso_id', '=', curso.id)
      .execute();
    expect(versiones).toHaveLength(2);
    await expect(sql`update curso_versiones set horas = 1`.execute(db)).rejects.toThrow(
      'una versión de un curso no cambia',
    );
    const otro = await makeCurso(db);
    await expect(
      sql`update ediciones set curso_version_id = (select id from curso_versiones where curso_id = ${otro.id})
        where id = ${antes.id}`.execute(db),
    ).rejects.toThrow('ediciones_curso_version');
  });

  it('is in the same moment of its life in SQL and in the rules, at every instant that changes it', async () => {
    const curso = await makeCurso(db);
    const e = await makeEdicion(
      db,
      { cursoId: curso.id, plantillaId: plantilla.id, ahora },
      { inicia: '2027-02-10', termina: '2027-03-10' },
    );
    const row = await db
      .selectFrom('ediciones')
      .selectAll()
      .where('id', '=', e.id)
      .executeTakeFirstOrThrow();
    const edges = [
      row.inscripcion_abre.getTime(),
      row.inscripcion_cierra.getTime(),
      Date.parse('2027-02-10T06:00:00Z'),
      Date.parse('2027-03-11T06:00:00Z'),
    ];
    const seen = new Set<string>();
    for (const at of edges.flatMap((edge) => [edge - 1, edge, edge + 1]).map((t) => new Date(t))) {
      const { rows } = await sql<{ estado: EstadoEdicion }>`
        select ${estadoDeEdicionSql(at)} as estado from ediciones e where e.id = ${e.id}`.execute(
        db,
      );
      const expected = estadoDeEdicion(
        {
          inicia: row.inicia,
          termina: row.termina,
          inscripcionAbre: row.inscripcion_abre.toISOString(),
          inscripcionCierra: row.inscripcion_cierra.toISOString(),
          cancelada: false,
        },
        at,
      );
      expect(rows[0]!.estado).toBe(expected);
      seen.add(expected);
    }
    expect(seen.size).toBe(5);
  });
});

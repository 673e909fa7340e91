/** Courses that kept the name of their area and venue, moved to the items of the catalogs. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/server/db/index.ts';
import { migrate } from '../../../platform/server/db/migrate.ts';
import { seedCatalogos } from '../../catalogos/server/seed.ts';

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

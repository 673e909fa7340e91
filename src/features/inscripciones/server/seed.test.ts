import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/database.ts';
import type { Database } from '../../../platform/server/db/index.ts';
import { readEnv } from '../../../platform/server/env.ts';
import { openSecrets } from '../../../platform/server/secrets.ts';
import { seededRandom } from '../../../platform/shared/random.ts';
import { seedCursos } from '../../cursos/server/seed.ts';
import { expedienteHechos } from '../../personas/hechos/server/service.ts';
import { seedPersonas } from '../../personas/server/seed.ts';
import { seedPlantillas } from '../../plantillas/server/seed.ts';
import { INSCRIPCION } from '../estados.ts';
import { seedInscripciones } from './seed.ts';

const open: Database[] = [];
afterAll(() => Promise.all(open.map((database) => database.close())));

const now = new Date('2026-11-21T16:00:00Z');
const seed = async (count: number, scale = 1) => {
  const database = await openTestDatabase();
  open.push(database);
  const env = readEnv({ DEMO: '1' });
  const result = await database.db.transaction().execute(async (trx) => {
    const random = seededRandom(2026);
    const personas = await seedPersonas(trx, { count, random });
    const plantillas = await seedPlantillas(trx, { now });
    const ediciones = await seedCursos(trx, { now, random, plantillas, scale });
    const secrets = openSecrets({ secretKey: 'ab'.repeat(32), dataDir: '' });
    const proveedores = [expedienteHechos];
    return seedInscripciones(trx, { now, random, personas, ediciones, env, secrets, proveedores });
  });
  return { database, result };
};

it('gives every state, an acuse to each that was sent, and seats that add up', async () => {
  const { database, result } = await seed(300);
  expect(result.inscripciones).toBeGreaterThan(500);
  const { rows } = await database.execute(
    'select estado, count(*)::int as n from inscripciones group by estado',
  );
  expect(rows.map(({ estado }) => estado).sort()).toEqual([...INSCRIPCION.estados].sort());
  const drafts = rows.find(({ estado }) => estado === 'borrador')!.n as number;
  expect(result.acuses).toBe(result.inscripciones - drafts);

  const torn = await database.execute(`select e.id from ediciones e
    where e.ocupados <> (select count(*) from inscripciones i where i.edicion_id = e.id
      and i.estado in ('inscrita', 'acreditada', 'noAcreditada'))`);
  expect(torn.rows).toEqual([]);
  const parts = await database.execute(`select
    (select count(*)::int from edicion_grupos g where g.ocupados <> (select count(*) from inscripciones i
      where i.grupo_id = g.id and i.estado = 'inscrita')) as torn,
    (select sum(g.ocupados)::int from edicion_grupos g) as grupos,
    (select jsonb_object_agg(k.clave, k.ocupados) from edicion_cupos k) as cupos,
    (select jsonb_object_agg(t.clave, t.n) from (select i.cupo_clave as clave, count(*) as n
      from inscripciones i where i.cupo_clave is not null group by 1) t) as tomados`);
  expect(parts.rows[0]!.torn).toBe(0);
  expect(parts.rows[0]!.grupos).toBeGreaterThan(0);
  expect(parts.rows[0]!.cupos).toMatchObject({ mujeres: expect.any(Number) });
  expect(parts.rows[0]!.cupos).toEqual(parts.rows[0]!.tomados);
  const full = await database.execute(`select
    count(*) filter (where ocupados = cupo and inscripcion_cierra > '${now.toISOString()}')::int as full,
    count(*) filter (where ocupados = cupo - 1 and inscripcion_cierra > '${now.toISOString()}')::int as nearly,
    count(*)::int as all from ediciones`);
  expect(full.rows[0]).toEqual({ full: 1, nearly: 1, all: 100 });
  const windows = await database.execute(`select count(*)::int as n from inscripciones i
    join ediciones e on e.id = i.edicion_id
    where i.enviada_en < e.inscripcion_abre or i.enviada_en >= e.inscripcion_cierra`);
  expect(windows.rows[0]).toEqual({ n: 0 });
});

it('makes the same folios each time', async () => {
  const folios = async () =>
    (await (await seed(60)).database.execute('select folio from acuses order by folio')).rows;
  expect(await folios()).toEqual(await folios());
});

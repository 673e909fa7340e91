import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../../tests/database.ts';
import { makeCurso, makeEdicion } from '../../../../../tests/factories/cursos.ts';
import { makePlantilla } from '../../../../../tests/factories/plantillas.ts';
import type { Database } from '../../../../platform/server/db/index.ts';
import { seededRandom } from '../../../../platform/shared/random.ts';
import { lugarSeguro } from '../rules.ts';
import { findLugarLibre } from './data.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('a seat that there surely is is there, whatever was taken of the quotas', async () => {
  const { db } = database;
  const random = seededRandom(20261125);
  const upTo = (n: number) => Math.floor(random() * (n + 1));
  const { id: cursoId } = await makeCurso(db);
  const { id: plantillaId } = await makePlantilla(db);
  const ids = { cursoId, plantillaId, ahora: new Date() };
  let seguros = 0;
  for (let n = 0; n < 60; n++) {
    const cupo = 1 + upTo(9);
    const ocupados = upTo(cupo);
    const { id: edicionId } = await makeEdicion(db, ids, { nombre: `E${n}`, cupo, ocupados });
    const cupos = ['a', 'b', 'c'].slice(0, upTo(3)).map((clave) => ({
      ...{ clave, lugares: 1 + upTo(3), reservado: random() < 0.8, propio: random() < 0.5 },
    }));
    for (const { clave, lugares } of cupos) {
      await db
        .insertInto('edicion_cupos')
        .values({ edicion_id: edicionId, clave, ocupados: upTo(lugares) })
        .execute();
    }
    const pedido = { edicionId, grupoId: null, cupos, trasLaFila: true };
    if (lugarSeguro(cupos, cupo - ocupados) === null) continue;
    seguros += 1;
    expect({ n, ...(await findLugarLibre(db, pedido)) }).toMatchObject({ n, hay: true });
  }
  expect(seguros).toBeGreaterThan(10);
});

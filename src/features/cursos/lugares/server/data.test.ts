import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../../tests/database.ts';
import { makeCurso, makeEdicion } from '../../../../../tests/factories/cursos.ts';
import { makePlantilla } from '../../../../../tests/factories/plantillas.ts';
import type { Database } from '../../../../platform/server/db/index.ts';
import { perform } from '../../../../platform/server/db/together.ts';
import { seededRandom } from '../../../../platform/shared/random.ts';
import { lugarSeguro } from '../rules.ts';
import { findLugarLibre, type LugarPedido, takingLugarDeCupo } from './data.ts';

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

/** Two editions with few seats and quotas, and six who ask for a seat, each with quotas of theirs. */
const makeApretadas = async (random: () => number) => {
  const { db } = database;
  const upTo = (n: number) => Math.floor(random() * (n + 1));
  const { id: cursoId } = await makeCurso(db);
  const { id: plantillaId } = await makePlantilla(db);
  const ids = { cursoId, plantillaId, ahora: new Date() };
  const ediciones: string[] = [];
  for (const nombre of ['A', 'B']) {
    ediciones.push((await makeEdicion(db, ids, { nombre, cupo: 1 + upTo(4) })).id);
  }
  const reparto = ['a', 'b', 'c'].map((clave) => ({
    ...{ clave, lugares: upTo(2), reservado: random() < 0.8 },
  }));
  const trasLaFila = random() < 0.6;
  // Somebody waits for a seat of a quota.
  await sql`insert into edicion_filas_cupos (edicion_id, grupo_id, clave, puntos, enviada_en, inscripcion_id)
    values (${ediciones[upTo(1)]}, '00000000-0000-0000-0000-000000000000', ${reparto[upTo(2)]!.clave}, 0, now(), ${crypto.randomUUID()})`.execute(
    db,
  );
  const pedidos = Array.from({ length: 6 }, (): LugarPedido => {
    const cupos = reparto.map((cupo) => ({ ...cupo, propio: random() < 0.5 }));
    return { edicionId: ediciones[upTo(1)]!, grupoId: null, cupos, trasLaFila };
  });
  const porEdicion = pedidos.toSorted((a, b) => (a.edicionId < b.edicionId ? -1 : 1));
  return { ediciones, pedidos: porEdicion };
};

class Deshecho extends Error {}

it('several are given what they are given one after the other, and all of it or nothing is taken', async () => {
  const { db } = database;
  const random = seededRandom(20261126);
  const como = { todos: 0, ninguno: 0 };
  for (let n = 0; n < 40; n++) {
    const { ediciones, pedidos } = await makeApretadas(random);
    const tomados = async (at: typeof db) => {
      const { rows } = await sql<{ son: unknown }>`select json_build_array(
        (select json_agg(e.ocupados order by e.nombre) from ediciones e where e.id = any(${ediciones})),
        (select json_agg(json_build_array(k.edicion_id, k.clave, k.ocupados) order by k.edicion_id, k.clave)
          from edicion_cupos k where k.edicion_id = any(${ediciones}) and k.ocupados > 0)) as son`.execute(
        at,
      );
      return rows[0]!.son;
    };
    const unoAUno: { hay: boolean; clave: string | null }[] = [];
    let despues: unknown;
    const deshecha = db.transaction().execute(async (trx) => {
      for (const pedido of pedidos) {
        const { clave } = await findLugarLibre(trx, pedido);
        const hay = await perform(trx, takingLugarDeCupo(crypto.randomUUID(), pedido));
        unoAUno.push({ hay, clave });
      }
      despues = await tomados(trx as never);
      throw new Deshecho();
    });
    await expect(deshecha).rejects.toThrow(Deshecho);
    const de = (values: unknown[]) => sql`${values}`;
    const edicionesDe = de(pedidos.map(({ edicionId }) => edicionId));
    const nadie = de(pedidos.map(() => null));
    const cupos = de(pedidos.map(({ cupos }) => JSON.stringify(cupos)));
    const tras = de(pedidos.map(({ trasLaFila }) => trasLaFila));
    const { rows } = await sql<{ hay: boolean[]; claves: (string | null)[] }>`
      select hay, claves from lugares_de(${edicionesDe}::uuid[], ${nadie}::uuid[], ${cupos}::text[]::jsonb[], ${tras}::boolean[],
        true)`.execute(db);
    expect(rows[0]!.hay.map((hay, m) => ({ hay, clave: rows[0]!.claves[m] }))).toEqual(unoAUno);
    const antes = await tomados(db);
    const { rows: una } = await sql<{ hay: boolean }>`
      select lugares_tomar(${de(pedidos.map(() => crypto.randomUUID()))}::uuid[], ${edicionesDe}::uuid[], ${nadie}::uuid[],
        ${cupos}::text[]::jsonb[], ${pedidos[0]!.trasLaFila}, ${nadie}::text[]) as hay`.execute(db);
    const hayParaTodos = unoAUno.every(({ hay }) => hay);
    expect(una).toEqual([{ hay: hayParaTodos }]);
    expect(await tomados(db)).toEqual(hayParaTodos ? despues : antes);
    como[hayParaTodos ? 'todos' : 'ninguno'] += 1;
  }
  expect(Math.min(como.todos, como.ninguno)).toBeGreaterThan(2);
});

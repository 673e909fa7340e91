/** What the database admits is what the program declares, state by state and step by step. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMaquinas } from '../scripts/states.ts';
import { cambiosDe } from '../src/platform/shared/estados.ts';
import { openTestDatabase } from './database.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const maquinas = await readMaquinas();
const rows = async <T>(sql: string, params: unknown[] = []) =>
  (await database.execute(sql, params)).rows as T[];

it('every column of states is declared, once', async () => {
  const columns = await rows<{ tabla: string }>(
    `select c.relname as tabla from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'estado' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  expect(maquinas.map(({ maquina }) => maquina.tabla).sort()).toEqual(
    columns.map(({ tabla }) => tabla).sort(),
  );
});

it.each(maquinas)('$maquina.tabla: the database admits what is declared', async ({ maquina }) => {
  const { tabla } = maquina;
  const cambios = JSON.stringify(cambiosDe(maquina)).replaceAll("'", "''");
  const admitted = () =>
    rows(
      `select pg_get_constraintdef(oid) as regla from pg_constraint
       where conrelid = $1::regclass and conname = $1 || '_estado_check'
       union all select pg_get_triggerdef(oid) from pg_trigger
       where tgrelid = $1::regclass and tgname = 'paso_legal'`,
      [tabla],
    );
  const before = await admitted();
  expect(before).toHaveLength(2);
  const line = `select definir_estados('${tabla}', '${cambios}')`;
  await database.execute(line);
  expect(before, `A new migration must say: ${line};`).toEqual(await admitted());
});

it.each(maquinas)('$maquina.tabla: its indexes ask for groups that are declared', async (one) => {
  const { tabla, estados, grupos } = one.maquina;
  const known = [...estados.map((estado) => [estado]), ...Object.values(grupos)].map((group) =>
    [...group].sort().join(),
  );
  const indexes = await rows<{ nombre: string; condicion: string }>(
    `select c.relname as nombre, pg_get_expr(i.indpred, i.indrelid) as condicion
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and pg_get_expr(i.indpred, i.indrelid) like '%estado%'`,
    [tabla],
  );
  for (const { nombre, condicion } of indexes) {
    // What it asks of the state: it may ask for something else besides.
    const asked = condicion.match(/\bestado (=|<>) ('\w+'|(ANY|ALL) \(ARRAY\[[^\]]+)/g) ?? [];
    const named = [...asked.join().matchAll(/'(\w+)'/g)].map(([, estado]) => estado!);
    expect(known, `${nombre}: ${condicion}`).toContain(named.sort().join());
  }
});

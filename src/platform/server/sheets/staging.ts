import { sql } from 'kysely';
import type { Db, Trx } from '../db/index.ts';
import type { SheetRow } from './define.ts';

type Row = SheetRow<Record<string, unknown>>;

declare module '../db/index.ts' {
  interface Tables {
    importacion_filas: { trabajo_id: string; fila: number; datos: string };
  }
}

/** Rows per block when they are written. */
const BLOCK = 2_000;

/** Keeps rows that passed the checks until all of them have. */
export const stageRows = async (db: Db, id: string, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return;
  const json = JSON.stringify(rows.map(({ fila, valores }) => ({ f: fila, d: valores })));
  await sql`insert into importacion_filas (trabajo_id, fila, datos)
    select ${id}::uuid, (r->>'f')::int, r->'d' from jsonb_array_elements(${json}::jsonb) as t(r)`.execute(
    db,
  );
};

export const unstage = async (db: Db | Trx, id: string): Promise<void> => {
  await db.deleteFrom('importacion_filas').where('trabajo_id', '=', id).execute();
};

export const countStaged = async (db: Db, id: string): Promise<number> =>
  (
    await db
      .selectFrom('importacion_filas')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('trabajo_id', '=', id)
      .executeTakeFirstOrThrow()
  ).n;

/** Values that a column may say once and says more often, with their rows (the first 100 values). */
export const repeatedValues = async (
  db: Db,
  id: string,
  key: string,
): Promise<{ valor: string; filas: number[] }[]> =>
  db
    .selectFrom('importacion_filas')
    .select([
      sql<string>`datos->>${key}`.as('valor'),
      sql<number[]>`(array_agg(fila order by fila))[1:20]`.as('filas'),
    ])
    .where('trabajo_id', '=', id)
    .where(sql<boolean>`datos->>${key} is not null`)
    .groupBy(sql`1`)
    .having(sql<boolean>`count(*) > 1`)
    .orderBy(sql`min(fila)`)
    .limit(100)
    .execute();

/** The rows in the file's order, in blocks, on the transaction that writes them. */
export async function* stagedBlocks(trx: Trx, id: string): AsyncGenerator<Row[]> {
  let after = -1;
  for (;;) {
    const rows = await trx
      .selectFrom('importacion_filas')
      .select(['fila', 'datos'])
      .where('trabajo_id', '=', id)
      .where('fila', '>', after)
      .orderBy('fila')
      .limit(BLOCK)
      .execute();
    if (rows.length === 0) return;
    after = rows.at(-1)!.fila;
    // jsonb comes back as a value, whatever the insert was given.
    yield rows.map((row) => ({ fila: row.fila, valores: row.datos as never }));
  }
}

import { type RawBuilder, sql } from 'kysely';

/** Before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * The ids of the next rows of an import that nobody sees yet (decisions/0020), after one of them, as a
 * subquery. `columna` names them; the table has an index of (`importacion`, `columna`). The condition is that index's whole order:
 * with `importacion = …` the planner, which knows nothing of rows just written, sorts all of them for each block.
 */
export const nextUnseen = (
  tabla: string,
  columna: string,
  { importacion, after, limit }: Unseen,
): RawBuilder<string> => {
  const id = sql.ref(columna);
  return sql<string>`(select s.id from (select importacion, ${id} as id from ${sql.table(tabla)}
    where importacion is not null
      and (importacion, ${id}) > (${importacion}::uuid, ${after ?? FIRST}::uuid)
    order by importacion, ${id} limit ${limit}) s where s.importacion = ${importacion}::uuid)`;
};

/** Which rows of an import: after one of them (null: from the first), at most so many (null: all). */
export type Unseen = { importacion: string; after: string | null; limit: number | null };

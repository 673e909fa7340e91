import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { CategoriaSuprimida } from '../../contract.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    supresiones: {
      tramite_id: string;
      categoria: string;
      titulo: string;
      borradas: number;
      conservadas: number;
      fundamento: string | null;
      orden: number;
    };
  }
}

/** Keeps what a cancellation did. */
export const insertSupresion = async (
  trx: Trx,
  tramiteId: string,
  categorias: readonly CategoriaSuprimida[],
): Promise<void> => {
  await trx
    .insertInto('supresiones')
    .values(
      categorias.map(({ id, titulo, borra, conserva, fundamento }, orden) => ({
        tramite_id: tramiteId,
        categoria: id,
        titulo,
        borradas: borra,
        conservadas: conserva,
        fundamento,
        orden,
      })),
    )
    .execute();
};

/** What some requests erased and kept, by request. */
export const selectSupresiones = async (
  db: Db | Trx,
  tramiteIds: readonly string[],
): Promise<Map<string, CategoriaSuprimida[]>> => {
  if (tramiteIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('supresiones')
    .selectAll()
    .where('tramite_id', 'in', tramiteIds)
    .orderBy('orden')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ tramite_id }) => tramite_id)].map(([id, suyas]) => [
      id,
      suyas.map(({ categoria, titulo, borradas, conservadas, fundamento }) => ({
        id: categoria,
        titulo,
        borra: borradas,
        conserva: conservadas,
        fundamento,
      })),
    ]),
  );
};

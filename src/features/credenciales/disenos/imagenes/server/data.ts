import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';

type DisenoImagenes = {
  id: string;
  nombre: string;
  objeto: string;
  sha256: string;
  content_type: string;
  bytes: number;
  ancho: number;
  alto: number;
  creado_en: Date;
  creado_por: string;
};

declare module '../../../../../platform/server/db/index.ts' {
  interface Tables {
    diseno_imagenes: DisenoImagenes;
  }
}

export type ImagenRow = Selectable<DisenoImagenes>;

/** False: there is one with that id. */
export const insertImagen = async (trx: Trx, row: ImagenRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('diseno_imagenes')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

export const findImagen = (db: Db | Trx, id: string): Promise<ImagenRow | undefined> =>
  db.selectFrom('diseno_imagenes').selectAll().where('id', '=', id).executeTakeFirst();

/** Those of some ids, whichever there are. */
export const selectImagenesDe = (db: Db | Trx, ids: readonly string[]): Promise<ImagenRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('diseno_imagenes')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute();

/** The newest first. */
export const selectImagenes = (db: Db): Promise<ImagenRow[]> =>
  db.selectFrom('diseno_imagenes').selectAll().orderBy('creado_en', 'desc').limit(200).execute();

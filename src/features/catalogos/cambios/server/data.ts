import { sql } from 'kysely';
import type { Trx } from '../../../../platform/server/db/index.ts';
import type { CatalogoId } from '../../definiciones/rules.ts';
import { searchText, type Valores } from '../../rules.ts';

/** Holds the item until the transaction ends. */
export const lockItem = (trx: Trx, id: string) =>
  trx.selectFrom('catalogo_items').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Keeps what an item points to from being deleted until the transaction ends. */
export const holdItems = (trx: Trx, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom('catalogo_items')
        .selectAll()
        .where('id', 'in', ids)
        .orderBy('id')
        .forShare()
        .execute();

export type ItemData = {
  clave: string;
  nombre: string;
  padreId: string | null;
  datos: Valores;
};

/** Which column each of an item's values goes to. */
export const toItemData = ({ clave, nombre, padre = null, ...datos }: Valores): ItemData => ({
  clave: String(clave),
  nombre: String(nombre),
  padreId: padre === null ? null : String(padre),
  datos,
});

const columnsOf = ({ clave, nombre, padreId, datos }: ItemData) => ({
  clave,
  nombre,
  padre_id: padreId,
  datos: sql<Valores>`${JSON.stringify(datos)}::jsonb`,
  busqueda: searchText(clave, nombre, datos),
});

/** Adds an item at the end of its catalog. */
export const insertItem = (trx: Trx, catalogo: CatalogoId, data: ItemData) =>
  trx
    .insertInto('catalogo_items')
    .values({
      catalogo,
      ...columnsOf(data),
      orden: sql<number>`(select coalesce(max(orden), 0) + 1 from catalogo_items where catalogo = ${catalogo})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateItem = (trx: Trx, id: string, data: ItemData) =>
  trx
    .updateTable('catalogo_items')
    .set({
      ...columnsOf(data),
      version: sql<number>`version + 1`,
      cambiado_en: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateActivo = (trx: Trx, id: string, activo: boolean) =>
  trx
    .updateTable('catalogo_items')
    .set({ activo, version: sql<number>`version + 1`, cambiado_en: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const removeItem = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('catalogo_items').where('id', '=', id).execute();
};

/** The items of one branch of a catalog, in order, held until the transaction ends. */
export const lockHermanos = async (
  trx: Trx,
  catalogo: CatalogoId,
  padreId: string | null,
): Promise<{ id: string; orden: number }[]> => {
  const rows = await trx
    .selectFrom('catalogo_items')
    .select(['id', 'orden'])
    .where('catalogo', '=', catalogo)
    .where(sql<boolean>`padre_id is not distinct from ${padreId}::uuid`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.sort((a, b) => a.orden - b.orden || (a.id < b.id ? -1 : 1));
};

export const updateOrden = async (
  trx: Trx,
  rows: readonly { id: string; orden: number }[],
): Promise<void> => {
  if (rows.length === 0) return;
  await sql`update catalogo_items i set orden = v.orden
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id uuid, orden int)
    where i.id = v.id`.execute(trx);
};

/** One writer of a catalog at a time: what must be unique is checked and then written. */
export const lockCatalogo = async (trx: Trx, catalogo: CatalogoId): Promise<void> => {
  await sql`select pg_advisory_xact_lock(728011, hashtext(${catalogo}))`.execute(trx);
};

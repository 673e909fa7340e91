import { sql } from 'kysely';
import { inEstado } from '../../../../platform/server/db/estados.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { nextUnseen, type Unseen } from '../../../../platform/server/db/unseen.ts';
import { IMPORTACION } from '../../../../platform/shared/importaciones.ts';
import type { CatalogoId } from '../../definiciones/rules.ts';
import { searchText, type Valores } from '../../rules.ts';

/**
 * Holds the item until the transaction ends; whoever only points to it goes on. An import does, and holds itself before:
 * were the item held wholly, each would wait for the other.
 */
export const lockItem = (trx: Trx, id: string) =>
  trx
    .selectFrom('catalogo_items')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

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
      actualizado_en: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateActivo = (trx: Trx, id: string, activo: boolean) =>
  trx
    .updateTable('catalogo_items')
    .set({ activo, version: sql<number>`version + 1`, actualizado_en: sql<Date>`now()` })
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
    .forNoKeyUpdate()
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

/** Takes a key away from an import that brings it, unseen: whoever writes it now was first. */
export const dropHidden = async (trx: Trx, catalogo: CatalogoId, clave: string): Promise<void> => {
  await sql`delete from catalogo_items_todos where catalogo = ${catalogo} and clave = ${clave}
    and importacion in (select id from importaciones where not ${inEstado(IMPORTACION, 'estado', 'terminada')})`.execute(
    trx,
  );
};

type ItemRow = NonNullable<Awaited<ReturnType<typeof lockItem>>>;

/** An item of an import as it will be. */
export type ItemImportado = ItemData & { activo: boolean };

const rowsOf = (items: readonly (ItemImportado & { id?: string })[]) =>
  JSON.stringify(
    items.map(({ id, clave, nombre, padreId, datos, activo }) => ({
      id,
      clave,
      nombre,
      padre_id: padreId,
      datos,
      busqueda: searchText(clave, nombre, datos),
      activo,
    })),
  );

/** Writes new items of an import at the end of their catalog, unseen; again, when it was killed midway. */
export const insertHidden = async (
  trx: Trx,
  importacion: string,
  catalogo: CatalogoId,
  items: readonly ItemImportado[],
): Promise<void> => {
  if (items.length === 0) return;
  await sql`insert into catalogo_items_todos
      (catalogo, clave, nombre, padre_id, datos, busqueda, activo, orden, importacion)
    select ${catalogo}, r.clave, r.nombre, r.padre_id, r.datos, r.busqueda, r.activo, r.n
        + (select coalesce(max(orden), 0) from catalogo_items_todos where catalogo = ${catalogo}),
      ${importacion}
    from rows from (jsonb_to_recordset(${rowsOf(items)}::jsonb) as (clave text, nombre text,
      padre_id uuid, datos jsonb, busqueda text, activo bool))
      with ordinality as r(clave, nombre, padre_id, datos, busqueda, activo, n)
    order by r.n
    on conflict (catalogo, clave) do update set nombre = excluded.nombre,
      padre_id = excluded.padre_id, datos = excluded.datos, busqueda = excluded.busqueda,
      activo = excluded.activo
    where catalogo_items_todos.importacion = excluded.importacion`.execute(trx);
};

/** Keeps what an import is to change of items that are there. `iguales`: those that it leaves. */
export const saveCambios = async (
  trx: Trx,
  importacion: string,
  cambios: readonly (ItemImportado & { id: string })[],
  iguales: readonly string[],
): Promise<void> => {
  // Only when it looks for the second time is there anything to forget.
  await sql`delete from catalogo_items_cambios
    where importacion = ${importacion} and item_id = any(${iguales}::uuid[])`.execute(trx);
  if (cambios.length === 0) return;
  await sql`insert into catalogo_items_cambios
      (importacion, item_id, nombre, padre_id, datos, busqueda, activo)
    select ${importacion}, id, nombre, padre_id, datos, busqueda, activo
    from jsonb_to_recordset(${rowsOf(cambios)}::jsonb) as r(id uuid, nombre text, padre_id uuid,
      datos jsonb, busqueda text, activo bool)
    on conflict (importacion, item_id) do update set nombre = excluded.nombre,
      padre_id = excluded.padre_id, datos = excluded.datos, busqueda = excluded.busqueda,
      activo = excluded.activo`.execute(trx);
};

/** New items of an import by id. */
export const selectHidden = (trx: Trx, unseen: Unseen): Promise<ItemRow[]> =>
  trx
    .selectFrom('catalogo_items_todos')
    .selectAll()
    .where('id', 'in', nextUnseen('catalogo_items_todos', 'id', unseen))
    .orderBy('id')
    .execute();

/** What an import is to change, by the item's id: as it is and as it will be. */
export const selectCambios = async (
  trx: Trx,
  unseen: Unseen,
): Promise<{ antes: ItemRow; despues: ItemRow }[]> => {
  const { rows } = await sql<ItemRow & { nuevo: Partial<ItemRow> }>`
    select t.*, jsonb_build_object('nombre', c.nombre, 'padre_id', c.padre_id, 'datos', c.datos,
      'activo', c.activo, 'version', t.version + 1) as nuevo
    from catalogo_items_cambios c join catalogo_items_todos t on t.id = c.item_id
    where c.importacion = ${unseen.importacion}
      and c.item_id in ${nextUnseen('catalogo_items_cambios', 'item_id', unseen)}
    order by c.item_id`.execute(trx);
  return rows.map(({ nuevo, ...antes }) => ({ antes, despues: { ...antes, ...nuevo } }));
};

/** Puts some of those changes in their place; gives the last item's id, or null when there was none. */
export const applyCambios = async (trx: Trx, unseen: Unseen): Promise<string | null> => {
  const { rows } = await sql<{ id: string | null }>`with puestos as (
      delete from catalogo_items_cambios where importacion = ${unseen.importacion}
        and item_id in ${nextUnseen('catalogo_items_cambios', 'item_id', unseen)} returning *
    ), cambiados as (
      update catalogo_items_todos t set nombre = p.nombre, padre_id = p.padre_id, datos = p.datos,
        busqueda = p.busqueda, activo = p.activo, version = t.version + 1, actualizado_en = now()
      from puestos p where t.id = p.item_id returning t.id
    ) select max(id::text) as id from cambiados`.execute(trx);
  return rows[0]?.id ?? null;
};

/** Forgets some of the changes of an import that was given up; gives the last item's id, or null. */
export const deleteCambios = async (trx: Trx, unseen: Unseen): Promise<string | null> => {
  const { rows } = await sql<{ id: string | null }>`with quitados as (
      delete from catalogo_items_cambios where importacion = ${unseen.importacion}
        and item_id in ${nextUnseen('catalogo_items_cambios', 'item_id', unseen)}
      returning item_id
    ) select max(item_id::text) as id from quitados`.execute(trx);
  return rows[0]?.id ?? null;
};

/** Removes some of its new items; gives the last one's id, or null. */
export const deleteHidden = async (trx: Trx, unseen: Unseen): Promise<string | null> => {
  const { rows } = await sql<{ id: string | null }>`with quitados as (
      delete from catalogo_items_todos
      where id in ${nextUnseen('catalogo_items_todos', 'id', unseen)} returning id
    ) select max(id::text) as id from quitados`.execute(trx);
  return rows[0]?.id ?? null;
};

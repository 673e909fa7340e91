import { type RawBuilder, sql } from 'kysely';
import type { CatalogoId } from '../definiciones/rules.ts';

/**
 * What SQL of other features reads of the items that its records point to, active or not: what they are called
 * today. `id` is the column that points to one (null: null). From the table itself: what a record points to is
 * never of an import that is still unseen.
 */

/** The item's name. */
export const itemNombre = (id: string): RawBuilder<string> =>
  sql<string>`(select item.nombre from catalogo_items_todos item where item.id = ${sql.ref(id)})`;

/** The item's key and name, and some of its own fields, as an object. */
export const itemReferido = (id: string, ...campos: readonly string[]): RawBuilder<unknown> =>
  sql`(select jsonb_build_object('clave', item.clave, 'nombre', item.nombre${sql.join(
    campos.map((campo) => sql`, ${sql.lit(campo)}::text, item.datos -> ${sql.lit(campo)}::text`),
    sql``,
  )}) from catalogo_items_todos item where item.id = ${sql.ref(id)})`;

/** All items of a catalog, active or not, to be joined: `join ${itemsDe('areas')} a on a.id = …`. */
export const itemsDe = (catalogo: CatalogoId): RawBuilder<unknown> =>
  sql`(select id, clave, nombre, orden, activo from catalogo_items where catalogo = ${sql.lit(catalogo)})`;
/** Key and name of what the item hangs from, one or two levels up, that is of that catalog; null: nothing is. */
export const itemAncestro = (id: string, catalogo: string): RawBuilder<unknown> =>
  sql`(select jsonb_build_object('clave', arriba.clave, 'nombre', arriba.nombre)
    from catalogo_items_todos item
    join catalogo_items_todos padre on padre.id = item.padre_id
    join catalogo_items_todos arriba on arriba.id in (padre.id, padre.padre_id)
    where item.id = ${sql.ref(id)} and arriba.catalogo = ${catalogo} limit 1)`;

/** Whether an item, or what it hangs from one or two levels up, was written after an instant. */
export const itemEscritoDesde = (
  id: RawBuilder<unknown>,
  desde: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`exists (select from catalogo_items_todos item
    left join catalogo_items_todos padre on padre.id = item.padre_id
    left join catalogo_items_todos arriba on arriba.id = padre.padre_id
    where item.id = ${id} and greatest(item.actualizado_en, padre.actualizado_en, arriba.actualizado_en) > ${desde})`;

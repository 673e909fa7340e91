import { type RawBuilder, sql } from 'kysely';

/** What SQL of other features reads of the items that its records point to, active or not. */

/** The name that an item has now; `id` is the column that points to it (null: null). */
export const itemNombre = (id: string): RawBuilder<string> =>
  sql<string>`(select item.nombre from catalogo_items_todos item where item.id = ${sql.ref(id)})`;

import type { Db } from '../../../platform/server/db/index.ts';
import type { Item, Referencia } from '../contract.ts';
import { catalogoOf } from '../definiciones/rules.ts';
import type { Valores } from '../rules.ts';
import { type ItemRow, selectByIds } from './data.ts';

/** What an item says, as the form and the contract name it. */
export const valoresOf = (row: ItemRow): Valores => ({
  clave: row.clave,
  nombre: row.nombre,
  ...(catalogoOf(row.catalogo).padres && { padre: row.padre_id }),
  ...Object.fromEntries(
    catalogoOf(row.catalogo).campos.map(({ key }) => [key, row.datos[key] ?? null]),
  ),
});

/** Ids of what an item points to in its fields. */
export const referenciasOf = (row: ItemRow): string[] =>
  catalogoOf(row.catalogo).campos.flatMap(({ key, kind }) => {
    const id = row.datos[key];
    return kind === 'reference' && typeof id === 'string' ? [id] : [];
  });

export const presentReferencia = (row: ItemRow): Referencia => ({
  id: row.id,
  catalogo: row.catalogo,
  clave: row.clave,
  nombre: row.nombre,
  activo: row.activo,
});

/** An item with its path and what it points to, which `others` holds by id. */
export const presentItem = (row: ItemRow, others: ReadonlyMap<string, ItemRow>): Item => {
  const ruta: Referencia[] = [];
  for (let at = row.padre_id; at !== null; ) {
    const parent = others.get(at);
    if (!parent) break;
    ruta.unshift(presentReferencia(parent));
    at = parent.padre_id;
  }
  const referencias: Record<string, Referencia> = {};
  for (const { key } of catalogoOf(row.catalogo).campos) {
    const target = others.get(String(row.datos[key]));
    if (target) referencias[key] = presentReferencia(target);
  }
  const parent = ruta.at(-1);
  if (parent) referencias.padre = parent;
  return {
    id: row.id,
    catalogo: row.catalogo,
    clave: row.clave,
    nombre: row.nombre,
    ruta,
    valores: { ...valoresOf(row) },
    referencias,
    activo: row.activo,
    orden: row.orden,
    version: row.version,
    actualizadoEn: row.actualizado_en.toISOString(),
  };
};

/** Everything that items show of others: parents up to the root, and references. */
const loadOthers = async (db: Db, rows: readonly ItemRow[]) => {
  const found = new Map<string, ItemRow>();
  let wanted = rows.flatMap((row) => [
    ...referenciasOf(row),
    ...(row.padre_id ? [row.padre_id] : []),
  ]);
  while (wanted.length > 0) {
    const next = await selectByIds(db, [...new Set(wanted)]);
    for (const row of next) found.set(row.id, row);
    wanted = next.flatMap(({ padre_id }) => (padre_id && !found.has(padre_id) ? [padre_id] : []));
  }
  return found;
};

/** Items with everything that they show of others. */
export const presentAll = async (db: Db, rows: readonly ItemRow[]): Promise<Item[]> => {
  const others = await loadOthers(db, rows);
  return rows.map((row) => presentItem(row, others));
};

export const presentOne = async (db: Db, row: ItemRow): Promise<Item> =>
  presentItem(row, await loadOthers(db, [row]));

import type { Item, Referencia } from '../contract.ts';
import { catalogoOf } from '../definiciones/rules.ts';
import type { Valores } from '../rules.ts';
import type { ItemRow } from './data.ts';

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
    version: row.version,
    cambiadoEn: row.cambiado_en.toISOString(),
  };
};

import type { Item } from '../../../catalogos/contract.ts';
import type { Entrada } from '../contract.ts';
import { type ApartadoId, apartadoOf } from '../definiciones/rules.ts';
import type { Valores } from '../rules.ts';
import type { EntradaRow } from './data.ts';

/** Ids of the items that some data point to, by field. */
export const itemsOf = (apartado: string, valores: Valores): Record<string, string> =>
  Object.fromEntries(
    apartadoOf(apartado).campos.flatMap(({ key, kind }) => {
      const id = valores[key];
      return kind === 'referencia' && typeof id === 'string' ? [[key, id]] : [];
    }),
  );

/** Entries with what they point to, which `items` holds by id. */
export const presentEntrada = (row: EntradaRow, items: ReadonlyMap<string, Item>): Entrada => ({
  id: row.id,
  apartado: row.apartado as ApartadoId,
  valores: { ...row.datos },
  referidos: Object.fromEntries(
    Object.entries(itemsOf(row.apartado, row.datos)).flatMap(([campo, id]) => {
      const item = items.get(id);
      if (!item) return [];
      const { clave, nombre, activo, ruta } = item;
      return [[campo, { id, clave, nombre, activo, ruta: ruta.map((one) => one.nombre) }]];
    }),
  ),
  version: row.version,
  actualizadoEn: row.actualizado_en.toISOString(),
});

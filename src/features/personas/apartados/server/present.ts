import type { Item } from '../../../catalogos/contract.ts';
import type { Entrada } from '../contract.ts';
import { type ApartadoId, apartadoOf } from '../definiciones/rules.ts';
import { leerValores, type Valores } from '../rules.ts';
import type { EntradaRow } from './data.ts';

/** A document that an entry points to, as it is today. */
export type Prueba = {
  personaId: string;
  /** Of its type, and how it is called with its state: «Título profesional, validado». */
  clave: string;
  nombre: string;
  /** Whether it may be chosen to prove something. */
  sirve: boolean;
};

/** Ids of the items that some data point to, by field. */
export const itemsOf = (apartado: string, valores: Valores): Record<string, string> =>
  Object.fromEntries(
    apartadoOf(apartado).campos.flatMap(({ key, kind }) => {
      const id = valores[key];
      return kind === 'referencia' && typeof id === 'string' ? [[key, id]] : [];
    }),
  );

/** Ids of the documents that some data point to, by field. */
export const documentosOf = (apartado: string, valores: Valores): Record<string, string> =>
  Object.fromEntries(
    apartadoOf(apartado).campos.flatMap(({ key, kind }) => {
      const id = valores[key];
      return kind === 'documento' && typeof id === 'string' ? [[key, id]] : [];
    }),
  );

/** Entries with what they point to, which `items` and `pruebas` hold by id. */
export const presentEntrada = (
  row: EntradaRow,
  items: ReadonlyMap<string, Item>,
  pruebas: ReadonlyMap<string, Prueba>,
): Entrada => ({
  id: row.id,
  apartado: row.apartado as ApartadoId,
  valores: leerValores(row.datos),
  referidos: Object.fromEntries([
    ...Object.entries(itemsOf(row.apartado, row.datos)).flatMap(([campo, id]) => {
      const item = items.get(id);
      if (!item) return [];
      const { clave, nombre, activo, ruta } = item;
      return [[campo, { id, clave, nombre, activo, ruta: ruta.map((one) => one.nombre) }]];
    }),
    ...Object.entries(documentosOf(row.apartado, row.datos)).flatMap(([campo, id]) => {
      const prueba = pruebas.get(id);
      if (!prueba) return [];
      const { clave, nombre, sirve } = prueba;
      return [[campo, { id, clave, nombre, activo: sirve, ruta: [] }]];
    }),
  ]),
  version: row.version,
  actualizadoEn: row.actualizado_en.toISOString(),
});

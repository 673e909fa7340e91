import { ACADEMICOS } from '../../academicos/rules.ts';
import { CONTACTOS } from '../../contactos/rules.ts';
import { EMPLEO } from '../../empleo/rules.ts';
import { PREFERENCIAS } from '../../preferencias/rules.ts';
import type { Apartado, Parte } from '../rules.ts';

/**
 * Every apartado of a person's file, declared as data, in the order in which they are shown. A new one is its
 * declaration and its place in one of these lists: the form, the list, the history and the merge of files follow.
 */
const TABLA = [...EMPLEO, ...PREFERENCIAS, ...CONTACTOS, ...ACADEMICOS] as const;

export const APARTADOS: readonly Apartado[] = TABLA;
export type ApartadoId = (typeof TABLA)[number]['id'];
export const APARTADO_IDS = TABLA.map(({ id }) => id) as [ApartadoId, ...ApartadoId[]];

/** The apartado of that name, when there is one. */
export const findApartado = (id: string | null): Apartado | undefined =>
  APARTADOS.find((one) => one.id === id);

/** @throws when nobody declares it. */
export const apartadoOf = (id: string): Apartado => {
  const apartado = findApartado(id);
  if (!apartado) throw new Error(`No apartado is called ${id}.`);
  return apartado;
};

/** The apartados of a part of the file. */
export const apartadosDe = (parte: Parte): readonly Apartado[] =>
  APARTADOS.filter((one) => one.parte === parte);

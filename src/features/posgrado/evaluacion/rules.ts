/** How scores become the points of a stage: pure, in exact integers. */
import type { FieldErrors } from '../../../platform/shared/errors.ts';
import type { Criterio } from '../convocatorias/contract.ts';
import type { Dictamen } from './contract.ts';

/** Most points of a criterion: `PUNTOS_CRITERIO` of the contract, without zod. */
export const PUNTOS_MAXIMOS = 4;

/** Most samples of a stage's calibration. */
export const MUESTRAS_MAXIMAS = 3;

/** What each criterion counts. */
type Pesado = Pick<Criterio, 'id' | 'peso'>;

/** A part of the maximum, as a fraction of whole numbers: 0 ≤ num ≤ den. */
export type Fraccion = { readonly num: number; readonly den: number };

/** Most points that one score may give. */
export const maximoDe = (criterios: readonly Pesado[]): number =>
  criterios.reduce((sum, { peso }) => sum + peso * PUNTOS_MAXIMOS, 0);

/** The whole points of one score: each criterion's times its weight; a criterion without points counts 0. */
export const puntosDeDictamen = (
  criterios: readonly Pesado[],
  { criterios: de }: Dictamen,
): number => criterios.reduce((sum, { id, peso }) => sum + peso * (de[id]?.puntos ?? 0), 0);

/**
 * Whether delivered scores disagree: the highest and the lowest differ by more than `limite` per cent of the maximum. At the limit they
 * agree.
 */
export const hayDiferencia = (
  entregas: readonly number[],
  maximo: number,
  limite: number,
): boolean =>
  entregas.length > 1 && (Math.max(...entregas) - Math.min(...entregas)) * 100 > limite * maximo;

/**
 * The points of an application in a stage, as a part of the maximum: the mean of what was delivered or, once a third score settled a
 * disagreement, the median. Null: nothing was delivered.
 *
 * @param entregas Whole points of each score (`puntosDeDictamen`).
 * @param maximo Most points of one score (`maximoDe`).
 * @param conTercera Whether one of them settled a disagreement; by default, whether there are three.
 */
export const puntosDeEtapa = (
  entregas: readonly number[],
  maximo: number,
  conTercera = entregas.length === 3,
): Fraccion | null => {
  if (entregas.length === 0) return null;
  if (!conTercera) {
    return { num: entregas.reduce((sum, one) => sum + one, 0), den: entregas.length * maximo };
  }
  const sorted = entregas.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? { num: sorted[middle]!, den: maximo }
    : { num: sorted[middle - 1]! + sorted[middle]!, den: 2 * maximo };
};

/** Hundredths of a point out of 100, rounded half up. */
export const centesimasDe = ({ num, den }: Fraccion): number =>
  Math.floor((num * 20_000 + den) / (2 * den));

/** Characters of a comment that count. */
export const largoDe = (comentario: string): number => [...comentario.trim()].length;

/** Whether a criterion has all that a delivery asks for. */
export const isCompleto = (
  de: Dictamen['criterios'][string] | undefined,
  minimoComentario: number,
): boolean =>
  de !== undefined &&
  de.puntos !== null &&
  Number.isInteger(de.puntos) &&
  de.puntos >= 0 &&
  de.puntos <= PUNTOS_MAXIMOS &&
  largoDe(de.comentario) >= minimoComentario;

/** What a score lacks to be delivered, by `{criterioId}.puntos` and `{criterioId}.comentario`. */
export const faltasDeDictamen = (
  criterios: readonly Pick<Criterio, 'id' | 'nombre'>[],
  { criterios: de }: Dictamen,
  minimoComentario: number,
): FieldErrors => {
  const faltas: FieldErrors = {};
  for (const { id, nombre } of criterios) {
    const one = de[id];
    if (!isCompleto(one && { ...one, comentario: '' }, 0)) {
      faltas[`${id}.puntos`] = `Elija los puntos de «${nombre}».`;
    }
    const largo = largoDe(one?.comentario ?? '');
    if (largo < minimoComentario) {
      faltas[`${id}.comentario`] =
        `El comentario de «${nombre}» lleva ${minimoComentario} caracteres como mínimo; tiene ${largo}.`;
    }
  }
  return faltas;
};

/** Only the criteria that the rubric has, comments trimmed. */
export const limpiarDictamen = (
  criterios: readonly Pick<Criterio, 'id'>[],
  { criterios: de }: Dictamen,
): Dictamen => ({
  criterios: Object.fromEntries(
    criterios.flatMap(({ id }) => {
      const one = de[id];
      return one ? [[id, { puntos: one.puntos, comentario: one.comentario.trim() }]] : [];
    }),
  ),
});

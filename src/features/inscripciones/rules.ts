import { type Merge, mergeChanges, textOfPart } from '../../platform/shared/conflict.ts';
import type { Respuestas } from '../plantillas/formulario/contract.ts';

type Values = Record<string, Respuestas[string]>;

/** Answers as one text, whatever order their keys came in. */
export const textOfRespuestas = (respuestas: Respuestas): string => textOfPart(respuestas);

export type MergeRespuestas = Omit<Merge<never>, 'valores'> & { readonly valores: Respuestas };

const written = (respuestas: Respuestas) =>
  Object.fromEntries(Object.entries(respuestas).map(([k, v]) => [k, textOfPart(v) ?? null]));

/**
 * Joins the answers written here with those saved elsewhere, both going on from `base`. Mine where both answered the
 * same question differently (`conflictos`).
 */
export const mergeRespuestas = (
  base: Respuestas,
  mine: Respuestas,
  theirs: Respuestas,
): MergeRespuestas => {
  const { valores, ...rest } = mergeChanges(written(base), written(mine), written(theirs));
  const answers = Object.entries(valores).filter(([, text]) => text !== null) as [string, string][];
  return {
    ...rest,
    valores: Object.fromEntries(answers.map(([k, text]) => [k, JSON.parse(text)])) as Values,
  };
};

import { type Merge, mergeChanges, textOfPart } from '../../platform/shared/conflict.ts';
import type { Formulario, Respuestas } from '../plantillas/formulario/contract.ts';
import {
  fieldsOf,
  normaliseRespuestas,
  validateRespuestas,
  visibleCampos,
} from '../plantillas/formulario/rules.ts';

type Values = Record<string, Respuestas[string]>;

/** Answers as one text, whatever order their keys came in. */
export const textOfRespuestas = (respuestas: Respuestas): string => textOfPart(respuestas);

export type MergeRespuestas = Omit<Merge<never>, 'valores'> & { readonly valores: Respuestas };

const written = (respuestas: Respuestas) =>
  Object.fromEntries(Object.entries(respuestas).map(([k, v]) => [k, textOfPart(v) ?? null]));

/** `others`, with what says the same as in `some` written as there: what was typed as text was saved as the figure that it is. */
const writtenAs = (def: Formulario, some: Respuestas, others: Respuestas): Respuestas => {
  const [one, other] = [normaliseRespuestas(def, some), normaliseRespuestas(def, others)];
  const alike = Object.keys(some).filter(
    (k) => one[k] !== undefined && textOfPart(one[k]) === textOfPart(other[k]),
  );
  return { ...others, ...Object.fromEntries(alike.map((k) => [k, some[k]!])) };
};

/**
 * Joins the answers to a form that were written here with those saved elsewhere, both going on from `base`. Mine where
 * both answered the same question differently (`conflictos`).
 */
export const mergeRespuestas = (
  def: Formulario,
  base: Respuestas,
  mine: Respuestas,
  theirs: Respuestas,
): MergeRespuestas => {
  const { valores, ...rest } = mergeChanges(
    written(writtenAs(def, mine, base)),
    written(mine),
    written(writtenAs(def, mine, writtenAs(def, base, theirs))),
  );
  const answers = Object.entries(valores).filter(([, text]) => text !== null) as [string, string][];
  return {
    ...rest,
    valores: Object.fromEntries(answers.map(([k, text]) => [k, JSON.parse(text)])) as Values,
  };
};

/**
 * Where whoever passes to another version of the form has to go on: the first question that lacks its answer, else the
 * first one that asks something else than before. None when there is nothing more to say.
 */
export const dondeSeguir = (
  antes: Formulario,
  ahora: Formulario,
  respuestas: Respuestas,
): string | null => {
  const [falta] = validateRespuestas(ahora, respuestas).errores;
  if (falta) return falta.campo;
  const asked = new Map(fieldsOf(antes).map((campo) => [campo.clave, textOfPart(campo)]));
  const otra = visibleCampos(ahora, respuestas).find(
    (campo) => asked.get(campo.clave) !== textOfPart(campo),
  );
  return otra?.clave ?? null;
};

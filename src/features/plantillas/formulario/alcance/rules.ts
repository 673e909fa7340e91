/** What a form can come to, whatever is answered: which fields are never asked. Pure, on both sides. */
import { claseOf } from '../campos/rules.ts';
import type { Campo, CondicionCampo, Formulario } from '../contract.ts';
import { isAnswered } from '../respuestas/rules.ts';
import { fieldsOf } from '../rules.ts';

/** Whether some answer with which the form may be sent fulfils a condition on this field, once it is asked. */
export const canHold = (condicion: CondicionCampo, asked: Campo): boolean => {
  const { someAnswers, choices, normalise, check, canBe } = claseOf(asked);
  const some = someAnswers?.(asked);
  if (some?.length === 0) return false;
  switch (condicion.operador) {
    case 'contestado':
      return true;
    case 'incluye':
      return choices?.(asked).includes(condicion.valor) ?? false;
    case 'distinto':
      return !some || some.some((one) => one !== condicion.valor);
    case 'igual': {
      // Left unmarked, what must be accepted is not sent at all.
      if (condicion.valor === false) return some?.includes(false) ?? false;
      const valor = normalise(asked, condicion.valor);
      if (valor !== condicion.valor || !isAnswered(valor)) return false;
      return check(asked, valor) === null && (canBe?.(asked, valor) ?? true);
    }
  }
};

/** What is waited for of an earlier field. */
type Espera = { readonly de: Campo; readonly condicion: CondicionCampo };

/** Whether two fields say the same of the file: what only it says is one answer, wherever it is shown. */
const isSameFijo = (a: Campo, b: Campo): boolean => {
  const [one, other] = [a, b].map((campo) => claseOf(campo).dato?.(campo));
  return !!one?.fijo && !!other?.fijo && one.dato === other.dato;
};

/** Whether one answer cannot fulfil both. */
const contradict = (a: CondicionCampo, b: CondicionCampo): boolean => {
  if (a.operador === 'igual' && b.operador === 'igual') return a.valor !== b.valor;
  if (a.operador === 'igual' && b.operador === 'distinto') return a.valor === b.valor;
  return a.operador === 'distinto' && b.operador === 'igual' && a.valor === b.valor;
};

/**
 * Whether two fields are never asked of one person: each waits for an answer of its own to one field, or to one datum that
 * only the file says.
 */
export const excludeEachOther = (form: Formulario, a: Campo, b: Campo): boolean => {
  const campos = new Map(fieldsOf(form).map((campo) => [campo.clave, campo]));
  const [one, other] = [a, b].map(({ visibleSi }) => visibleSi && campos.get(visibleSi.campo));
  if (!one || !other || !(one.clave === other.clave || isSameFijo(one, other))) return false;
  return contradict(a.visibleSi!, b.visibleSi!);
};

/**
 * Why a field is never asked: what it waits for (`de`) cannot be answered so, is never asked itself (`oculto`), or says the
 * same of the file as an earlier field of the chain, of which something else was waited for (`contra`).
 */
export type NuncaSePide = {
  readonly de: Campo;
  readonly oculto: boolean;
  readonly contra?: Campo;
};

/**
 * The fields that nobody is ever asked, by their key. Each depends on one earlier field at most: a chain of conditions speaks
 * of different fields, and can fail only in one of its links or in two that speak of one datum of the file. A condition on a field that is not there,
 * or that comes later, is refused elsewhere and says nothing here.
 */
export const neverAsked = (form: Formulario): ReadonlyMap<string, NuncaSePide> => {
  const before = new Map<string, Campo>();
  const never = new Map<string, NuncaSePide>();
  /** What was waited for until a field is asked. */
  const chains = new Map<string, readonly Espera[]>();
  for (const campo of fieldsOf(form)) {
    const { clave, visibleSi } = campo;
    const de = visibleSi && before.get(visibleSi.campo);
    if (de) {
      const oculto = never.has(de.clave);
      const chain = chains.get(de.clave) ?? [];
      const contra = chain.find(
        (one) => isSameFijo(one.de, de) && contradict(one.condicion, visibleSi),
      )?.de;
      if (oculto || !canHold(visibleSi, de)) never.set(clave, { de, oculto });
      else if (contra) never.set(clave, { de, oculto, contra });
      chains.set(clave, [...chain, { de, condicion: visibleSi }]);
    }
    before.set(clave, campo);
  }
  return never;
};

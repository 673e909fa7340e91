/** What a form can come to, whatever is answered: which fields are never asked. Pure, on both sides. */
import { claseOf } from '../campos/rules.ts';
import type { Campo, CondicionCampo, Formulario } from '../contract.ts';
import { isAnswered } from '../respuestas/rules.ts';
import { fieldsOf } from '../rules.ts';

/** Whether some answer with which the form may be sent fulfils a condition on this field, once it is asked. */
export const canHold = (condicion: CondicionCampo, asked: Campo): boolean => {
  const { someAnswers, choices, normalise, check } = claseOf(asked);
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
      return valor === condicion.valor && isAnswered(valor) && check(asked, valor) === null;
    }
  }
};

/** Why a field is never asked: what it waits for (`de`) cannot be answered so, or is never asked itself (`oculto`). */
export type NuncaSePide = { readonly de: Campo; readonly oculto: boolean };

/**
 * The fields that nobody is ever asked, by their key. Each depends on one earlier field at most, so that a chain of
 * conditions speaks of different fields and can fail only in one of its links. A condition on a field that is not there,
 * or that comes later, is refused elsewhere and says nothing here.
 */
export const neverAsked = (form: Formulario): ReadonlyMap<string, NuncaSePide> => {
  const before = new Map<string, Campo>();
  const never = new Map<string, NuncaSePide>();
  for (const campo of fieldsOf(form)) {
    const { clave, visibleSi } = campo;
    const de = visibleSi && before.get(visibleSi.campo);
    if (de) {
      const oculto = never.has(de.clave);
      if (oculto || !canHold(visibleSi, de)) never.set(clave, { de, oculto });
    }
    before.set(clave, campo);
  }
  return never;
};

/**
 * The enrolment form, as pure functions of its definition: the same module fills and checks it in
 * the browser and on the server (whose answer counts). No zod, and no regular expression that came
 * with a definition. What is of one kind of field is asked of the kind (`campos/`).
 */
import type { Apunta, Control, DatoPersona } from './campos/contract.ts';
import { claseOf } from './campos/rules.ts';
import type { Campo, CondicionCampo, Formulario, Respuesta, Respuestas } from './contract.ts';
import type { DatoExpediente } from './expediente/rules.ts';
import { answerOf, isAnswered } from './respuestas/rules.ts';

/** Every field in order, visible or not. */
export const fieldsOf = ({ secciones }: Formulario): Campo[] =>
  secciones.flatMap(({ campos }) => campos);

/**
 * Answers in their canonical form: only known fields, blanks trimmed, numbers and dates read as
 * people write them, options that exist. What cannot be read stays as it was typed, so that nothing
 * is lost. Doing it twice changes nothing.
 */
export const normaliseRespuestas = (def: Formulario, respuestas: Respuestas): Respuestas => {
  const result: Record<string, Respuesta> = {};
  for (const campo of fieldsOf(def)) {
    const raw = answerOf(respuestas, campo.clave);
    const valor = raw === undefined ? undefined : claseOf(campo).normalise(campo, raw);
    if (valor !== undefined) result[campo.clave] = valor;
  }
  return result;
};

/** With what a field is answered. */
export const controlOf = (campo: Campo): Control => claseOf(campo).control(campo);

/** What is said beside a field: the plantilla's own help; without it, what its kind says. */
export const hintOf = (campo: Campo): string | undefined => {
  const { hint, note } = claseOf(campo);
  return [campo.ayuda || hint(campo), note?.(campo)].filter(Boolean).join(' ') || undefined;
};

/** The datum of the person's file that a field is about, whether only the file says it, and may be told it; or null. */
export const datoOf = (
  campo: Campo,
): { dato: DatoPersona; fijo: boolean; guarda: boolean } | null =>
  claseOf(campo).dato?.(campo) ?? null;

/** What a field's answers point to; null for what is answered by itself. */
export const apuntaOf = (campo: Campo): Apunta | null => claseOf(campo).apunta?.(campo) ?? null;

/** A good answer that nobody gave; undefined where the file answers. */
export const exampleOf = (campo: Campo, random: () => number): Respuesta | undefined =>
  claseOf(campo).example(campo, random);

/** What the person's file says, in the words that people read; null where it says nothing. */
export type DatosPersona = Readonly<
  Record<Exclude<DatoPersona, DatoExpediente>, string | null> &
    Partial<Record<DatoExpediente, string | null>>
>;
/** One wrong answer: the field's key and the sentence that says how to mend it. */
type ErrorCampo = { campo: string; mensaje: string };
export type Validacion = {
  ok: boolean;
  datos: Respuestas;
  /** Every answer as it was read (`normaliseRespuestas`), also to fields that are not asked. */
  leidas: Respuestas;
  errores: ErrorCampo[];
};
/** Question and answer as they are printed; `aceptado` is the text that an acceptance accepts. */
export type RespuestaDescrita = { etiqueta: string; valor: string; aceptado?: string };
export type SeccionDescrita = { titulo: string; respuestas: RespuestaDescrita[] };

const holds = (condicion: CondicionCampo, valor: Respuesta | undefined): boolean => {
  // A declaration left unmarked is an answer to "is it marked?", nothing else is.
  if (!isAnswered(valor) && valor !== false) return false;
  switch (condicion.operador) {
    case 'contestado':
      return isAnswered(valor);
    case 'igual':
      return valor === condicion.valor;
    case 'distinto':
      return valor !== condicion.valor;
    case 'incluye':
      return Array.isArray(valor) && valor.includes(condicion.valor);
  }
};

/** The answer to a field that is asked, as it counts: a box that nobody has touched says what one left unmarked does. */
export const countedOf = (campo: Campo, normalised: Respuestas): Respuesta | undefined =>
  answerOf(normalised, campo.clave) ?? (claseOf(campo).answer === 'boolean' ? false : undefined);

const visibleAmong = (def: Formulario, normalised: Respuestas): Campo[] => {
  const visible = new Map<string, Campo>();
  return fieldsOf(def).filter((campo) => {
    const { clave, visibleSi } = campo;
    // An answer to a hidden field does not count, so one pass in order is enough.
    const de = visibleSi && visible.get(visibleSi.campo);
    const shown = !visibleSi || (de !== undefined && holds(visibleSi, countedOf(de, normalised)));
    if (shown) visible.set(clave, campo);
    return shown;
  });
};

/** The fields that are asked, given what has been answered so far. */
export const visibleCampos = (def: Formulario, respuestas: Respuestas): Campo[] =>
  visibleAmong(def, normaliseRespuestas(def, respuestas));

/**
 * Checks the whole form. `datos` holds the answers to visible fields and nothing else; `errores`
 * has at most one message a field, in the form's order.
 */
export const validateRespuestas = (def: Formulario, respuestas: Respuestas): Validacion => {
  const leidas = normaliseRespuestas(def, respuestas);
  const datos: Record<string, Respuesta> = {};
  const errores: ErrorCampo[] = [];
  for (const campo of visibleAmong(def, leidas)) {
    const valor = answerOf(leidas, campo.clave);
    const mensaje = isAnswered(valor)
      ? claseOf(campo).check(campo, valor)
      : campo.obligatorio
        ? claseOf(campo).missing(campo)
        : null;
    if (mensaje !== null) errores.push({ campo: campo.clave, mensaje });
    if (isAnswered(valor)) datos[campo.clave] = valor;
    // What was left unmarked is kept: «no» is what the person said.
    else if (valor === false) datos[campo.clave] = false;
  }
  return { ok: errores.length === 0, datos, leidas, errores };
};

/** One answer (normalised) as people read it: with «Sí, acepto» goes, whole, what was accepted. */
export const describeRespuesta = (
  campo: Campo,
  valor: Respuesta | undefined,
): RespuestaDescrita => {
  const { etiqueta } = campo;
  const { blank, print, accepted } = claseOf(campo);
  if (!isAnswered(valor)) return { etiqueta, valor: blank };
  const aceptado = accepted?.(campo, valor);
  return {
    etiqueta,
    valor: print(campo, valor),
    ...(aceptado !== undefined && { aceptado }),
  };
};

/** The answers as people read them, section by section, to those fields that are asked and chosen. */
const describeSome = (
  def: Formulario,
  datos: Respuestas,
  chosen: (campo: Campo) => boolean,
): SeccionDescrita[] => {
  const normalised = normaliseRespuestas(def, datos);
  const visible = new Set(visibleAmong(def, normalised).map(({ clave }) => clave));
  return def.secciones.flatMap(({ titulo, campos }) => {
    const respuestas = campos
      .filter((campo) => visible.has(campo.clave) && chosen(campo))
      .map((campo) => describeRespuesta(campo, answerOf(normalised, campo.clave)));
    return respuestas.length > 0 ? [{ titulo, respuestas }] : [];
  });
};

/** What may be printed and shown to others: every answer that is asked, but the sensitive ones. */
export const describeRespuestas = (def: Formulario, datos: Respuestas): SeccionDescrita[] =>
  describeSome(def, datos, ({ sensible }) => !sensible);

const byField = <V>(
  def: Formulario,
  datos: Respuestas,
  say: (campo: Campo, valor: Respuesta | undefined) => V,
): Record<string, V> => {
  const normalised = normaliseRespuestas(def, datos);
  const campos = visibleAmong(def, normalised).filter(({ sensible }) => !sensible);
  return Object.fromEntries(
    campos.map((campo) => [campo.clave, say(campo, answerOf(normalised, campo.clave))]),
  );
};

/** The same answers, by the key of their field: for a table whose columns they are. */
export const answersByField = (def: Formulario, datos: Respuestas): Record<string, string> =>
  byField(def, datos, (campo, valor) => describeRespuesta(campo, valor).valor);

/** The same, as a spreadsheet takes them: numbers and days are such, everything else its words. */
export const answerCells = (
  def: Formulario,
  datos: Respuestas,
): Record<string, string | number | Date> =>
  byField(
    def,
    datos,
    (campo, valor) =>
      (isAnswered(valor) ? claseOf(campo).cell?.(campo, valor) : null) ??
      describeRespuesta(campo, valor).valor,
  );

/** The sensitive answers that were given, for who may read them. */
export const describeSensibles = (def: Formulario, datos: Respuestas): SeccionDescrita[] =>
  describeSome(
    def,
    datos,
    ({ clave, sensible }) => !!sensible && isAnswered(answerOf(datos, clave)),
  );

/** Whether a form asks for anything sensitive. */
export const asksSensibles = (def: Formulario): boolean =>
  fieldsOf(def).some(({ sensible }) => sensible);

/**
 * Answers in two: what is kept with the inscripción, and what is kept apart. A sensitive field left
 * unanswered or unmarked leaves nothing on either side: even a «no» would say that it was asked.
 */
export const apartarSensibles = (
  def: Formulario,
  respuestas: Respuestas,
): { ordinarias: Respuestas; sensibles: Respuestas } => {
  const sensitive = new Set(fieldsOf(def).flatMap((c) => (c.sensible ? [c.clave] : [])));
  const entries = Object.entries(respuestas);
  return {
    ordinarias: Object.fromEntries(entries.filter(([clave]) => !sensitive.has(clave))),
    sensibles: Object.fromEntries(
      entries.filter(([clave, valor]) => sensitive.has(clave) && isAnswered(valor)),
    ),
  };
};

/** The address that somebody gave to receive notices, as it is kept; null when the form asks for none. */
export const correoDeContacto = (def: Formulario, respuestas: Respuestas): string | null => {
  const campo = fieldsOf(def).find((c) => datoOf(c)?.dato === 'correo');
  const valor = campo && answerOf(respuestas, campo.clave);
  return typeof valor === 'string' && valor !== '' ? valor : null;
};

/** Answers that the person's file gives, read-only and editable ones. */
export const prefill = (def: Formulario, persona: DatosPersona): Respuestas =>
  Object.fromEntries(
    fieldsOf(def).flatMap((campo) => {
      const bound = datoOf(campo);
      const valor = bound && persona[bound.dato];
      return valor === undefined || valor === null || valor === '' ? [] : [[campo.clave, valor]];
    }),
  );

/** Puts the file's word in every read-only field, whatever was sent for it. */
export const lockPrefilled = (
  def: Formulario,
  respuestas: Respuestas,
  prellenado: Respuestas,
): Respuestas => {
  const result: Record<string, Respuesta> = { ...respuestas };
  for (const campo of fieldsOf(def)) {
    if (!datoOf(campo)?.fijo) continue;
    const valor = answerOf(prellenado, campo.clave);
    if (valor === undefined) delete result[campo.clave];
    else result[campo.clave] = valor;
  }
  return result;
};

/** What the form starts with: the file's data, over it the draft, and the file's word where read-only. */
export const startRespuestas = (
  def: Formulario,
  prellenado: Respuestas,
  borrador: Respuestas = {},
): Respuestas =>
  lockPrefilled(def, normaliseRespuestas(def, { ...prellenado, ...borrador }), prellenado);

/** The fields that are asked, whose answer says otherwise than the file and may be saved there if the person agrees. */
export const guardablesDe = (
  def: Formulario,
  respuestas: Respuestas,
  prellenado: Respuestas,
): string[] => {
  if (!fieldsOf(def).some((campo) => datoOf(campo)?.guarda)) return [];
  const normalised = normaliseRespuestas(def, respuestas);
  const before = normaliseRespuestas(def, prellenado);
  return visibleAmong(def, normalised).flatMap((campo) => {
    const valor = answerOf(normalised, campo.clave);
    const changed = isAnswered(valor) && valor !== answerOf(before, campo.clave);
    return datoOf(campo)?.guarda && changed && claseOf(campo).check(campo, valor) === null
      ? [campo.clave]
      : [];
  });
};

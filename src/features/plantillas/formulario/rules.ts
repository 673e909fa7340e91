/**
 * The enrolment form, as pure functions of its definition: the same module fills and checks it in
 * the browser and on the server (whose answer counts). No zod, and no regular expression that came
 * with a definition.
 */
import { formatFecha, isFecha } from '../../../platform/shared/dates.ts';
import { readEmail } from '../../../platform/shared/email.ts';
import type {
  Campo,
  CondicionCampo,
  DatoPersona,
  Formulario,
  Respuesta,
  Respuestas,
} from './contract.ts';
import { MENSAJES } from './errors.ts';
import { answerOf, fieldsOf, isAnswered, normaliseRespuestas } from './respuestas/rules.ts';

export { fieldsOf, normaliseRespuestas } from './respuestas/rules.ts';

/** What the person's file says, in the words that people read; null where it says nothing. */
export type DatosPersona = Readonly<Record<DatoPersona, string | null>>;
/** One wrong answer: the field's key and the sentence that says how to mend it. */
type ErrorCampo = { campo: string; mensaje: string };
export type Validacion = { ok: boolean; datos: Respuestas; errores: ErrorCampo[] };
/** Question and answer as they are printed; `aceptado` is the text that an acceptance accepts. */
export type RespuestaDescrita = { etiqueta: string; valor: string; aceptado?: string };
export type SeccionDescrita = { titulo: string; respuestas: RespuestaDescrita[] };

/** Characters a text may have when its field names no limit. */
export const MAX_TEXTO = 200;
export const MAX_TEXTO_LARGO = 4000;
/** Beyond this a number is a mistake, and would be printed with an exponent. */
const MAX_NUMERO = 1e12;

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

const visibleAmong = (def: Formulario, normalised: Respuestas): Campo[] => {
  const visible = new Set<string>();
  return fieldsOf(def).filter(({ clave, visibleSi }) => {
    // An answer to a hidden field does not count, so one pass in order is enough.
    const shown =
      !visibleSi ||
      (visible.has(visibleSi.campo) && holds(visibleSi, answerOf(normalised, visibleSi.campo)));
    if (shown) visible.add(clave);
    return shown;
  });
};

/** The fields that are asked, given what has been answered so far. */
export const visibleCampos = (def: Formulario, respuestas: Respuestas): Campo[] =>
  visibleAmong(def, normaliseRespuestas(def, respuestas));

const thousands = (value: number): string => {
  const [whole = '', decimals] = String(Math.abs(value)).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${value < 0 ? '-' : ''}${grouped}${decimals ? `.${decimals}` : ''}`;
};

const checkLength = (e: string, text: string, min: number | undefined, max: number) => {
  const { length } = [...text];
  if (length > max) return MENSAJES.largo(e, max, length);
  return min !== undefined && length < min ? MENSAJES.corto(e, min, length) : null;
};

const checkNumero = (campo: Extract<Campo, { tipo: 'numero' }>, valor: number): string | null => {
  const { etiqueta: e, min = -MAX_NUMERO, max = MAX_NUMERO, decimales = 0 } = campo;
  const scale = 10 ** decimales;
  if (valor < min) return MENSAJES.numeroMenor(e, thousands(min));
  if (valor > max) return MENSAJES.numeroMayor(e, thousands(max));
  if (Math.round(valor * scale) / scale === valor) return null;
  return decimales === 0 ? MENSAJES.entero(e) : MENSAJES.decimales(e, decimales);
};

const checkFecha = (campo: Extract<Campo, { tipo: 'fecha' }>, valor: string): string | null => {
  const { etiqueta: e, min, max } = campo;
  if (!isFecha(valor)) return MENSAJES.fecha(e);
  if (min !== undefined && valor < min) return MENSAJES.fechaAntes(e, formatFecha(min));
  return max !== undefined && valor > max ? MENSAJES.fechaDespues(e, formatFecha(max)) : null;
};

/** What is wrong with an answer that was given (normalised), or null. */
const problemOf = (campo: Campo, valor: Respuesta): string | null => {
  const { etiqueta: e } = campo;
  switch (campo.tipo) {
    case 'texto':
      return checkLength(e, String(valor), campo.minLongitud, campo.maxLongitud ?? MAX_TEXTO);
    case 'textoLargo':
      return checkLength(e, String(valor), campo.minLongitud, campo.maxLongitud ?? MAX_TEXTO_LARGO);
    case 'numero':
      return typeof valor === 'number' ? checkNumero(campo, valor) : MENSAJES.numero(e);
    case 'fecha':
      return checkFecha(campo, String(valor));
    case 'opciones': {
      const { length } = valor as readonly string[];
      if (length < (campo.min ?? 1)) return MENSAJES.elijaVarias(e, campo.min ?? 1);
      return campo.max !== undefined && length > campo.max
        ? MENSAJES.elijaMenos(e, campo.max)
        : null;
    }
    case 'datoPersona': {
      const text = String(valor);
      const long = checkLength(e, text, undefined, MAX_TEXTO);
      return long ?? (campo.dato === 'correo' && !readEmail(text).ok ? MENSAJES.correo(e) : null);
    }
    case 'opcion':
    case 'casilla':
    case 'declaracion':
      return null;
  }
};

const missingMessage = (campo: Campo): string => {
  const { etiqueta: e } = campo;
  switch (campo.tipo) {
    case 'numero':
      return MENSAJES.escribaNumero(e);
    case 'fecha':
      return MENSAJES.escribaFecha(e);
    case 'opcion':
      return MENSAJES.elija(e);
    case 'opciones':
      return MENSAJES.elijaVarias(e, campo.min ?? 1);
    case 'declaracion':
      return MENSAJES.acepte(e);
    case 'datoPersona':
      return campo.editable ? MENSAJES.escriba(e) : MENSAJES.faltaEnExpediente(e);
    default:
      return MENSAJES.escriba(e);
  }
};

/**
 * Checks the whole form. `datos` holds the answers to visible fields and nothing else; `errores`
 * has at most one message a field, in the form's order.
 */
export const validateRespuestas = (def: Formulario, respuestas: Respuestas): Validacion => {
  const normalised = normaliseRespuestas(def, respuestas);
  const datos: Record<string, Respuesta> = {};
  const errores: ErrorCampo[] = [];
  for (const campo of visibleAmong(def, normalised)) {
    const valor = answerOf(normalised, campo.clave);
    const mensaje = isAnswered(valor)
      ? problemOf(campo, valor)
      : campo.obligatorio
        ? missingMessage(campo)
        : null;
    if (mensaje !== null) errores.push({ campo: campo.clave, mensaje });
    if (isAnswered(valor)) datos[campo.clave] = valor;
    // What was left unmarked is kept: «no» is what the person said.
    else if (valor === false) datos[campo.clave] = false;
  }
  return { ok: errores.length === 0, datos, errores };
};

const SIN_RESPUESTA = 'Sin respuesta';

const printed = (campo: Campo, valor: Respuesta | undefined): string => {
  if (campo.tipo === 'casilla') return valor === true ? 'Sí' : 'No';
  if (campo.tipo === 'declaracion') return valor === true ? 'Sí, acepto' : 'No';
  if (!isAnswered(valor)) return SIN_RESPUESTA;
  switch (campo.tipo) {
    case 'numero':
      return typeof valor === 'number' ? thousands(valor) : String(valor);
    case 'fecha':
      return formatFecha(String(valor));
    case 'datoPersona':
      return campo.dato === 'fechaNacimiento' ? formatFecha(String(valor)) : String(valor);
    case 'opcion':
    case 'opciones': {
      const chosen = Array.isArray(valor) ? valor : [valor];
      const etiquetas = campo.opciones.filter((o) => chosen.includes(o.valor));
      return etiquetas.map(({ etiqueta }) => etiqueta).join('; ');
    }
    default:
      return String(valor);
  }
};

/** One answer (normalised) as people read it: with «Sí, acepto» goes, whole, what was accepted. */
export const describeRespuesta = (
  campo: Campo,
  valor: Respuesta | undefined,
): RespuestaDescrita => ({
  etiqueta: campo.etiqueta,
  valor: printed(campo, valor),
  ...(campo.tipo === 'declaracion' && valor === true && { aceptado: campo.texto }),
});

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
  const campo = fieldsOf(def).find((c) => c.tipo === 'datoPersona' && c.dato === 'correo');
  const valor = campo && answerOf(respuestas, campo.clave);
  return typeof valor === 'string' && valor !== '' ? valor : null;
};

/** Answers that the person's file gives, read-only and editable ones. */
export const prefill = (def: Formulario, persona: DatosPersona): Respuestas =>
  Object.fromEntries(
    fieldsOf(def).flatMap((campo) => {
      const valor = campo.tipo === 'datoPersona' ? persona[campo.dato] : null;
      return valor === null || valor === '' ? [] : [[campo.clave, valor]];
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
    if (campo.tipo !== 'datoPersona' || campo.editable) continue;
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

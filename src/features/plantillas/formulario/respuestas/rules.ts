/** Reading what people type into the canonical form of each kind of field. */
import { readEmail } from '../../../../platform/shared/email.ts';
import { cleanText } from '../../../../platform/shared/text.ts';
import type { Campo, Formulario, Respuesta, Respuestas } from '../contract.ts';

/** Every field in order, visible or not. */
export const fieldsOf = ({ secciones }: Formulario): Campo[] =>
  secciones.flatMap(({ campos }) => campos);

/** The answer to a field; only own keys count, whatever the field is called. */
export const answerOf = (respuestas: Respuestas, clave: string): Respuesta | undefined =>
  Object.hasOwn(respuestas, clave) ? respuestas[clave] : undefined;

/** Empty text, nothing chosen and an unmarked box or declaration are no answer. */
export const isAnswered = (valor: Respuesta | undefined): valor is Respuesta =>
  valor !== undefined &&
  valor !== '' &&
  valor !== false &&
  !(Array.isArray(valor) && valor.length === 0);

// Control signs and invisible blanks come from pasting; PostgreSQL refuses some of them in JSON.
const clean = (text: string) =>
  cleanText(text)
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200b\u2060\ufeff]/g, '');
const oneLine = (text: string) => clean(text).replace(/\s+/g, ' ').trim();

/** `1,250.5`, `1 250` and `8,5` as people write them; otherwise the text itself, to be mended. */
const readNumber = (raw: string): number | string => {
  const text = oneLine(raw).replaceAll(' ', '').replaceAll('−', '-');
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : text.replace(',', '.');
  // Adding 0 turns -0, which is not JSON, into 0.
  return /^-?(\d{1,20}(\.\d{1,20})?|\.\d{1,20})$/.test(plain) ? Number(plain) + 0 : oneLine(raw);
};

/** `5/3/2026`, `5-3-2026` and `2026-3-5` → `2026-03-05`; otherwise the text itself. */
const readDate = (raw: string): string => {
  const text = oneLine(raw);
  const match =
    /^(?<a>\d{4})[-/. ](?<m>\d{1,2})[-/. ](?<d>\d{1,2})$/.exec(text) ??
    /^(?<d>\d{1,2})[-/. ](?<m>\d{1,2})[-/. ](?<a>\d{4})$/.exec(text);
  const { a = '', m = '', d = '' } = match?.groups ?? {};
  return match ? `${a}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : text;
};

/** An address as it is kept; otherwise the text itself. */
const readCorreo = (raw: string): string => {
  const reading = readEmail(raw);
  return reading.ok ? reading.email : oneLine(raw);
};

const normalise = (campo: Campo, raw: Respuesta): Respuesta | undefined => {
  const text = typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : undefined;
  switch (campo.tipo) {
    case 'texto':
      return text === undefined ? undefined : oneLine(text);
    case 'textoLargo':
      return text === undefined ? undefined : clean(text).trim();
    case 'numero':
      if (typeof raw === 'number') return Number.isFinite(raw) ? raw + 0 : undefined;
      return text === undefined ? undefined : readNumber(text);
    case 'fecha':
      return text === undefined ? undefined : readDate(text);
    case 'datoPersona':
      if (text === undefined) return undefined;
      if (campo.dato === 'fechaNacimiento') return readDate(text);
      return campo.dato === 'correo' ? readCorreo(text) : oneLine(text);
    case 'opcion':
      return campo.opciones.some(({ valor }) => valor === raw) ? raw : undefined;
    case 'opciones': {
      const chosen = Array.isArray(raw) ? raw : [raw];
      return campo.opciones.map(({ valor }) => valor).filter((valor) => chosen.includes(valor));
    }
    case 'casilla':
    case 'declaracion':
      return raw === true || raw === 'true';
  }
};

/**
 * Answers in their canonical form: only known fields, blanks trimmed, numbers and dates read as
 * people write them, options that exist. What cannot be read stays as it was typed, so that nothing
 * is lost. Doing it twice changes nothing.
 */
export const normaliseRespuestas = (def: Formulario, respuestas: Respuestas): Respuestas => {
  const result: Record<string, Respuesta> = {};
  for (const campo of fieldsOf(def)) {
    const raw = answerOf(respuestas, campo.clave);
    const valor = raw === undefined ? undefined : normalise(campo, raw);
    if (valor !== undefined) result[campo.clave] = valor;
  }
  return result;
};

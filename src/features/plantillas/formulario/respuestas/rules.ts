/** Reading and checking what people type: what several kinds of field share. */
import { cleanText } from '../../../../platform/shared/text.ts';
import { MENSAJES } from '../errors.ts';
import type { Referencia, Respuesta, Respuestas } from './contract.ts';

/** The answer to a field; only own keys count, whatever the field is called. */
export const answerOf = (respuestas: Respuestas, clave: string): Respuesta | undefined =>
  Object.hasOwn(respuestas, clave) ? respuestas[clave] : undefined;

/** Empty text, nothing chosen and an unmarked box or declaration are no answer. */
export const isAnswered = (valor: Respuesta | undefined): valor is Respuesta =>
  valor !== undefined &&
  valor !== '' &&
  valor !== false &&
  !(Array.isArray(valor) && valor.length === 0);

/** What was sent for a field in which one writes; undefined for what is no text. */
export const textOf = (raw: Respuesta): string | undefined =>
  typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : undefined;

/** What an answer points to; undefined for what points to nothing. */
export const referenciaOf = (raw: Respuesta | undefined): Referencia | undefined =>
  typeof raw === 'object' && !Array.isArray(raw) ? raw : undefined;

/** A text without control signs and invisible blanks: they come from pasting, and PostgreSQL refuses some in JSON. */
export const clean = (text: string): string =>
  cleanText(text)
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200b\u2060\ufeff]/g, '');
export const oneLine = (text: string): string => clean(text).replace(/\s+/g, ' ').trim();

/** `5/3/2026`, `5-3-2026` and `2026-3-5` → `2026-03-05`; otherwise the text itself. */
export const readDate = (raw: string): string => {
  const text = oneLine(raw);
  const match =
    /^(?<a>\d{4})[-/. ](?<m>\d{1,2})[-/. ](?<d>\d{1,2})$/.exec(text) ??
    /^(?<d>\d{1,2})[-/. ](?<m>\d{1,2})[-/. ](?<a>\d{4})$/.exec(text);
  const { a = '', m = '', d = '' } = match?.groups ?? {};
  return match ? `${a}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : text;
};

/** Characters a text may have when its field names no limit. */
export const MAX_TEXTO = 200;

/** What is wrong with how long a text is, or null. */
export const checkLength = (
  e: string,
  text: string,
  min: number | undefined,
  max: number,
): string | null => {
  const { length } = [...text];
  if (length > max) return MENSAJES.largo(e, max, length);
  return min !== undefined && length < min ? MENSAJES.corto(e, min, length) : null;
};

/** A fictional text as long as a field asks. */
export const exampleText = (min = 1, max = MAX_TEXTO): string => {
  const phrase = 'Sin comentarios adicionales.';
  const enough = phrase.repeat(Math.max(1, Math.ceil(min / phrase.length)));
  return enough.slice(0, max).replace(/ $/, '.');
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What every kind of field that points to something does with its answers. */
export const REFERENCIA = {
  normalise(_campo: unknown, raw: Respuesta): Respuesta | undefined {
    const said = referenciaOf(raw);
    return (
      said && {
        id: said.id.toLowerCase(),
        clave: oneLine(said.clave),
        nombre: oneLine(said.nombre),
      }
    );
  },
  // Whether there is such a thing, and it may be chosen, only the server knows.
  check: ({ etiqueta }: { etiqueta: string }, valor: Respuesta): string | null =>
    UUID.test(referenciaOf(valor)?.id ?? '') ? null : MENSAJES.elijaDeNuevo(etiqueta),
  print: (_campo: unknown, valor: Respuesta): string => referenciaOf(valor)?.nombre ?? '',
};

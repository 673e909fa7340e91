/** Opening hours as they are written, and the fields of canned answers. Pure. */
import type { Intervalo } from '../horarios/rules.ts';

export const DIAS = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'];

const HORA = /^([01]?\d|2[0-3]):([0-5]\d)$/;
const hourOf = (text: string): string | null => {
  const found = HORA.exec(text);
  return found ? `${found[1]!.padStart(2, '0')}:${found[2]}` : null;
};

/** «9:00 a 14:00, 16:00 a 18:00» → intervals in order; empty: closed; null: it is not read, or they overlap. */
export const parseIntervalos = (text: string): Intervalo[] | null => {
  const parts = text
    .split(/[,;]| y /)
    .map((part) => part.trim())
    .filter(Boolean);
  const read: Intervalo[] = [];
  for (const part of parts) {
    const [de, a, ...rest] = part.split(/\s*(?:-|–|—| a )\s*/).map(hourOf);
    if (!de || !a || rest.length > 0 || de >= a) return null;
    read.push({ de, a });
  }
  read.sort((x, y) => (x.de < y.de ? -1 : 1));
  return read.every(({ de }, at) => at === 0 || read[at - 1]!.a <= de) ? read : null;
};

export const formatIntervalos = (intervalos: readonly Intervalo[]): string =>
  intervalos.map(({ de, a }) => `${de} a ${a}`).join(', ');

/** What a canned answer may name; the portal knows each from the conversation. */
export const CAMPOS_RESPUESTA = {
  nombre: 'Nombre de la persona',
  folio: 'Folio de la conversación',
  asunto: 'Asunto',
  tramite: 'Trámite o documento del que trata',
  agente: 'Nombre de quien atiende',
} as const;
export type CampoRespuesta = keyof typeof CAMPOS_RESPUESTA;

const CAMPO = /\{([^{}\n]{1,40})\}/g;

/** Names between braces that are not fields. */
export const camposDesconocidos = (texto: string): string[] =>
  [...texto.matchAll(CAMPO)].map(([, campo]) => campo!).filter((campo) => !isCampo(campo));

const isCampo = (campo: string): campo is CampoRespuesta => Object.hasOwn(CAMPOS_RESPUESTA, campo);

/** The text with its fields filled; what is not known stays as it is, and blocks the sending. */
export const fillRespuesta = (
  texto: string,
  valores: Readonly<Partial<Record<CampoRespuesta, string | null>>>,
): string =>
  texto.replace(CAMPO, (whole, campo: string) => (isCampo(campo) && valores[campo]) || whole);

/** Fields that a text still has: it is not complete. */
export const camposSinLlenar = (texto: string): CampoRespuesta[] =>
  [...texto.matchAll(CAMPO)].map(([, campo]) => campo!).filter(isCampo);

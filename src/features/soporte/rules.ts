/** What a message may hold, and who may do what to a conversation. Pure. */
import type { Quien } from '../../platform/shared/actor.ts';
import { crockfordCheck, normaliseCrockford } from '../../platform/shared/ids.ts';
import { cleanText } from '../../platform/shared/text.ts';
import { CONVERSACION, type EstadoConversacion } from './estados.ts';

/** Conversations that a person may have open, messages a minute, and working days in which a resolved one may be opened again. */
export const MAX_ABIERTAS = 3;
export const LIMITE_MENSAJES = { name: 'soporte-mensajes', max: 10, windowSeconds: 60 };
export const DIAS_PARA_REABRIR = 5;
/** Working days without an answer of its person after which a conversation is resolved, announced two before. */
export const DIAS_SIN_RESPUESTA = 5;
export const DIAS_DE_ANUNCIO = 2;

/** Marks that turn the direction of a text: they make a message read otherwise than it is written. */
const BIDI = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;
/** Characters without width, but the joiner that makes one emoji of several. */
const WIDTHLESS = /[\u200b\u200c\u2060-\u2064\ufeff\u00ad]|\u200d(?!\p{Extended_Pictographic})/gu;
/** More combining marks on one letter than any language writes. */
const PILE = /(\p{M}{3})\p{M}+/gu;

/** A message as it is kept: NFC, without controls, direction marks, lone zero-width characters or piles of marks. */
export const limpiarTexto = (texto: string): string =>
  cleanText(texto.normalize('NFC'))
    .replace(BIDI, '')
    .replace(WIDTHLESS, '')
    .replace(PILE, '$1')
    .replace(/\r\n?/g, '\n')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();

/** The beginning of a message, for lists. */
export const resumenDe = (texto: string): string => {
  const line = texto.replace(/\s+/g, ' ');
  return line.length <= 140 ? line : `${line.slice(0, 139)}…`;
};

export const RANDOM_FOLIO = 8;
/** `CS26-K9Y2-ZKYW-J`, kept without hyphens. */
export const makeFolio = (year: number, random: string): string => {
  const body = `CS${String(year % 100).padStart(2, '0')}${random}`;
  return body + crockfordCheck(body);
};
export const formatFolio = (folio: string): string =>
  `${folio.slice(0, 4)}-${folio.slice(4, 8)}-${folio.slice(8, 12)}-${folio.slice(12)}`;
/** What somebody typed → the folio as it is kept; null when it cannot be one. */
export const parseFolio = (text: string): string | null => {
  const folio = normaliseCrockford(text);
  if (!/^CS\d\d[0-9A-HJKMNP-TV-Z]{9}$/.test(folio)) return null;
  return crockfordCheck(folio.slice(0, -1)) === folio.slice(-1) ? folio : null;
};

/** A conversation as the rules look at it. */
export type Mirada = {
  readonly estado: EstadoConversacion;
  readonly personaId: string;
  readonly agenteUid: string | null;
  readonly valorada: boolean;
  readonly tienePdf: boolean;
  /** Last instant in which a resolved one may be opened again; null: it is not resolved. */
  readonly reabreHasta: Date | null;
};

/** Whether it is of whoever looks. */
export const isPropia = ({ personaId }: Pick<Mirada, 'personaId'>, quien: Quien): boolean =>
  quien.personaId === personaId;

/** What whoever looks may do now. `staff`: they may attend; nobody attends their own. */
export const puedeEn = (
  una: Mirada,
  quien: Quien,
  { staff, ahora }: { staff: boolean; ahora: Date },
) => {
  const propia = isPropia(una, quien);
  const atiende = staff && !propia && una.agenteUid === quien.uid;
  const abierta = CONVERSACION.is('abiertas', una.estado);
  const reabre =
    propia &&
    CONVERSACION.can('reabrir', una.estado) &&
    una.reabreHasta !== null &&
    ahora <= una.reabreHasta;
  return {
    escribir: propia ? abierta || reabre : atiende && abierta,
    resolver: CONVERSACION.can('resolver', una.estado) && (propia || atiende),
    reabrir: reabre,
    valorar: propia && !una.valorada && (una.estado === 'resuelta' || una.estado === 'cerrada'),
    transcripcion: una.estado === 'cerrada' && una.tienePdf,
  };
};

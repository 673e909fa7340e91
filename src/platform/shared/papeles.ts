import type { Tono } from './estados.ts';
import { crockfordCheck, normaliseCrockford } from './ids.ts';

/** Every kind of paper (PDF) that the school makes. A sheet is several cards, printed at once. */
export const CLASES_DE_PAPEL = [
  'documento',
  'tarjeta',
  'hojaDeTarjetas',
  'acta',
  'kardex',
  'acuse',
  'transcripcion',
] as const;
export type ClaseDePapel = (typeof CLASES_DE_PAPEL)[number];

/** The sentence that says whether a paper is valid now; its rule decides the words. */
export type DictamenDePapel = {
  readonly tono: Extract<Tono, 'success' | 'warning' | 'danger'>;
  readonly texto: string;
};

/** One of the PDFs that were made with a folio: the digest of its bytes (hexadecimal), and what that one proves. */
export type Ejemplar = { readonly sha256: string; readonly dictamen: DictamenDePapel };

/** Where anybody checks a paper. */
export const validarPath = '/validar';
/** The address that its QR opens; the folio may be as it is kept or as it is shown. */
export const validarFolioPath = (folio: string): string =>
  `${validarPath}?${new URLSearchParams({ folio })}`;

const FOLIO = /^[A-Z]{2}\d\d[0-9A-HJKMNP-TV-Z]{9,17}$/;

/** Turns typed text into a folio of any kind of paper as it is stored; null: it cannot be one. */
export const parseFolioDePapel = (text: string): string | null => {
  const folio = normaliseCrockford(text.normalize('NFKC').replace(/[\u2010-\u2015\u2212_.]/g, '-'));
  return FOLIO.test(folio) && crockfordCheck(folio.slice(0, -1)) === folio.slice(-1) ? folio : null;
};

/** A folio as it is kept: two letters of its kind, two digits of the year (2026), the random symbols, and a check symbol. */
export const makeFolioDePapel = (codigo: string, year: number, random: string): string => {
  const body = `${codigo}${String(year % 100).padStart(2, '0')}${random}`;
  return body + crockfordCheck(body);
};

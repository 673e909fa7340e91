import type { CodeGrammar } from '../../../../platform/server/ocr/code-reader.ts';
import type { Ocr, OcrRequest } from '../../../../platform/server/ocr/index.ts';
import { findCurp, nombreEntidad, parseCurp } from '../rules.ts';
import { evidence } from './evidence.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXYZ';
const DIGITS = '0123456789';
const KINDS = [
  LETTERS,
  'AEIOUX',
  LETTERS,
  LETTERS,
  DIGITS,
  DIGITS,
  DIGITS,
  DIGITS,
  DIGITS,
  DIGITS,
  'HMX',
  LETTERS,
  LETTERS,
  CONSONANTS,
  CONSONANTS,
  CONSONANTS,
  LETTERS + DIGITS,
  DIGITS,
] as const;

/**
 * Position 17 is a digit for births to 1999: for a year that has not come in this century it must
 * be one, which settles O against 0 there.
 */
function allowed(position: number, before: string): string {
  if (position !== 16 || before.length !== 16) return KINDS[position]!;
  const year = 2000 + Number(before.slice(4, 6));
  return year > new Date().getFullYear() ? DIGITS : LETTERS + DIGITS;
}

function plausible(code: string): boolean {
  const month = Number(code.slice(6, 8));
  const day = Number(code.slice(8, 10));
  return (
    nombreEntidad(code.slice(11, 13)) !== undefined &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 31
  );
}

/** The CURP as the reader of codes needs to know it; the rules themselves are in `rules.ts`. */
export const grammar: CodeGrammar = {
  length: 18,
  allowed,
  plausible,
  verify: (code) => parseCurp(code).ok,
  evidence,
  // A birth to come is taken too: what `text` must not hold is anything that looks like a CURP.
  find: (text) => findCurp(text, new Date('2100-01-01')),
};

/**
 * Text of a picture of an identity document, and the CURP on it when it could be read beyond
 * reasonable doubt. With `curp: null`, `findCurp(text)` is null as well.
 * @throws {OcrImageError} broken image. @throws {OcrUnavailableError} the reader failed.
 */
export async function readCurpText(
  ocr: Ocr,
  image: Uint8Array | string,
  request?: OcrRequest,
): Promise<{ text: string; curp: string | null }> {
  const { text, code } = await ocr.readCode(image, new URL(import.meta.url), request);
  return { text, curp: code };
}

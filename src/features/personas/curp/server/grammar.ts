import { type CodeGrammar, type Ocr, type OcrRequest, readCode } from '../../../../platform/server/ocr/index.ts';
import { findCurp, nombreEntidad, parseCurp } from '../rules.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXYZ';
const DIGITS = '0123456789';
const KINDS = [
  LETTERS, 'AEIOUX', LETTERS, LETTERS,
  DIGITS, DIGITS, DIGITS, DIGITS, DIGITS, DIGITS,
  'HMX', LETTERS, LETTERS,
  CONSONANTS, CONSONANTS, CONSONANTS,
  LETTERS + DIGITS, DIGITS,
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
  return nombreEntidad(code.slice(11, 13)) !== undefined && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** The elector's key: six consonants of the names, birth date, state, sex, three digits. */
const CLAVE = /[B-DF-HJ-NP-TV-Z]{6}\d{8}[HM]\d{3}/;
/** Separators are required: a run of eight digits can be a folio. */
const DATE = /(?<!\d)([0-3]\d)\s*[/.-]\s*([01]\d)\s*[/.-]\s*((?:19|20)\d\d)(?!\d)/g;
/** Where the key has the letters of positions 1, 14, 3, 15, 4 and 16 of the CURP. */
const NAME_POSITIONS = [0, 13, 2, 14, 3, 15] as const;

/**
 * The check digit lets one misreading in ten pass, among them ten days more in the date and O for 0:
 * what else is printed decides. Dates of issue and expiry are printed too, so that one printed date
 * which is the CURP's is enough, and only a birth date (the earliest) can contradict.
 */
function evidence(lines: readonly string[]): (curp: string) => { agree: number; disagree: number } {
  const flat = lines.map((line) => line.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  const clave = flat.map((line) => CLAVE.exec(line)?.[0]).find((found) => found !== undefined);
  const dates = lines
    .flatMap((line) => [...line.matchAll(DATE)])
    .filter(([, day, month]) => Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12)
    .map(([, day, month, year]) => `${year}${month}${day}`)
    .sort();
  return (curp) => {
    const facts: boolean[] = [];
    if (clave) {
      const names = NAME_POSITIONS.filter((p, i) => curp[p] === clave[i]).length;
      facts.push(
        clave.slice(6, 12) === curp.slice(4, 10),
        clave.charAt(14) === curp.charAt(10),
        names >= 5,
      );
    }
    const century = /\d/.test(curp.charAt(16)) ? '19' : '20';
    const born = century + curp.slice(4, 10);
    if (dates.length > 0) facts.push(dates.includes(born));
    const agree = facts.filter(Boolean).length;
    return { agree, disagree: facts.length - agree };
  };
}

/** The CURP as the reader of codes needs to know it; the rules themselves are in `rules.ts`. */
export const curpGrammar: CodeGrammar = {
  length: 18,
  allowed,
  plausible,
  verify: (code) => parseCurp(code).ok,
  evidence,
  find: findCurp,
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
  const { text, code } = await readCode(ocr, image, curpGrammar, request);
  return { text, curp: code };
}

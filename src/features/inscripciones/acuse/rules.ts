import { crockfordCheck, groupByFour, normaliseCrockford } from '../../../platform/shared/ids.ts';

/**
 * An acuse's folio: `AC`, two digits of the year, twelve random symbols (60 bits) and a check
 * symbol over all the rest. Kept without hyphens, shown as AC26-K9Y2-ZKYW-2KGS-J.
 */
export const RANDOM_FOLIO = 12;
/** The key that opens an acuse: 130 bits. */
export const LARGO_CLAVE = 26;

/** The folio of a year (2026) with these random symbols. */
export const makeFolio = (year: number, random: string): string => {
  const body = `AC${String(year % 100).padStart(2, '0')}${random}`;
  return body + crockfordCheck(body);
};

/** What somebody typed → the folio as it is kept; null when it cannot be one. */
export const parseFolio = (text: string): string | null => {
  const folio = normaliseCrockford(text);
  if (!/^AC\d\d[0-9A-HJKMNP-TV-Z]{13}$/.test(folio)) return null;
  return crockfordCheck(folio.slice(0, -1)) === folio.slice(-1) ? folio : null;
};

/** As it is shown, printed and read aloud. */
export const formatFolio = groupByFour;

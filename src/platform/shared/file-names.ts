import { lookUp } from './look-up.ts';

/** The endings that each type of file has by its bytes; the first is the one that is given. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/zip': ['zip'],
  'text/csv': ['csv'],
  'text/plain': ['txt'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
};
/** What a system may take for the kind of a file. */
const ENDING = /\.([a-z][a-z0-9]{0,7})$/i;
const MAX_LETTERS = 100;

/** Nothing that is not seen, that turns the direction of writing, or that no system takes in a name. */
const cleaned = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/[.\s]+$/, '')
    .trim()
    .toWellFormed();

/**
 * The name under which a file is kept and handed over, whoever named it: its ending is that of the type that its bytes are. A
 * system opens a file by its ending, and a PDF may be a program at the same time (`titulo.hta`).
 */
export const fileNameOf = (name: string, contentType: string): string => {
  const endings = lookUp(ENDINGS, contentType) ?? ['bin'];
  let stem = cleaned(name);
  for (let ending = ENDING.exec(stem); ending; ending = ENDING.exec(stem)) {
    if (endings.includes(ending[1]!.toLowerCase()) && stem.length <= MAX_LETTERS) return stem;
    stem = stem.slice(0, ending.index);
  }
  const end = `.${endings[0]}`;
  return `${[...(stem || 'documento')]
    .slice(0, MAX_LETTERS - end.length)
    .join('')
    .trim()}${end}`;
};

/** Whether a name ends as files that no system runs. */
export const isHarmlessName = (name: string): boolean => {
  const ending = ENDING.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && Object.values(ENDINGS).some((one) => one.includes(ending));
};

/** A name in a header (RFC 5987): `encodeURIComponent` leaves four characters that one may not have. */
export const headerNameOf = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

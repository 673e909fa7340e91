const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'e']);

/** "MARÍA DE LOS ÁNGELES PÉREZ" → "María de los Ángeles Pérez": names read in normal case. */
export const properName = (name: string): string =>
  name
    .trim()
    .toLocaleLowerCase('es-MX')
    .split(/\s+/)
    .map((word, i) => (i > 0 && PARTICLES.has(word) ? word : capitalize(word)))
    .join(' ');

/** Who somebody is: by the name, in normal case, or by the address of an account that has none. */
export const nameOrAddress = (text: string): string =>
  text.includes('@') ? text : properName(text);

// After a hyphen or an apostrophe too: "Ruiz-Funes", "O'Gorman".
const capitalize = (word: string): string =>
  word.replace(
    /(^|[-'’])(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toLocaleUpperCase('es-MX'),
  );

/**
 * The names of a file in their own case: «da Silva» stays, and what somebody wrote in capitals only
 * (or without any) reads in normal case.
 */
export const nameInItsCase = (...names: readonly string[]): string =>
  names
    .map((name) => name.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .map((name) => (/\p{Lu}/u.test(name) && /\p{Ll}/u.test(name) ? name : properName(name)))
    .join(' ');

/** Two letters for who has no photo. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter((word) => word && !PARTICLES.has(word.toLowerCase()));
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('es-MX') ?? '')
    .join('');
};

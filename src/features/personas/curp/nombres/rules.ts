/**
 * The names printed on an identity document, out of the text that was recognised on it: only as a
 * proposal, to be compared with the photo by the person. The CURP decides: what does not give its
 * letters is no name of its owner.
 */
import reference from '../reference.json' with { type: 'json' };
import { compareCurp, type DatosNombre } from '../rules.ts';

/** As printed: capitals, without accents that the reader of photos does not know. */
export type NombresLeidos = { nombre: string; apellidoPaterno: string; apellidoMaterno: string };

/** What is printed around names, and no name itself. */
const LABELS =
  /^(NOMBRES?|APELLIDOS?|PATERNO|MATERNO|COMPLETO|TITULAR|SEXO|DOMICILIO|CURP|CLAVE|ELECTOR|FECHA|NACIMIENTO|SURNAME|GIVEN|NAMES|[HM])$/;
/** Belong to the word after them. */
const PARTICLES: ReadonlySet<string> = new Set(reference.particulas);
/** Names stand on one to three lines next to each other. */
const MOST_LINES = 3;
const MOST_WORDS = 9;
/** Of all names on one line, and of one of them. */
const MOST_LETTERS = 48;
const LEAST_LETTERS = 3;
const NAME_KEYS: ReadonlySet<string> = new Set(['nombre', 'apellidoPaterno', 'apellidoMaterno']);

/** The words of a line that may be names, or null for a line of something else. */
function wordsOf(line: string): string[] | null {
  const upper = line.normalize('NFC').toUpperCase().replace(/[:.,]/g, ' ');
  const words = upper.split(/\s+/).filter((word) => word !== '' && !LABELS.test(word));
  if (words.length === 0 || words.length > MOST_WORDS) return null;
  return words.every((word) => /^[A-ZÁÉÍÓÚÜÑ'’-]+$/.test(word)) ? words : null;
}

/**
 * The reader knows no Ñ: an N where the CURP has the X of an Ñ was one (MUNOZ, with X for its
 * consonant). Only the word that gives the letters is looked at.
 */
function withTilde(name: string, consonant: string): string {
  if (consonant !== 'X') return name;
  return name.replace(/^((?:\S+ )*?\S[AEIOU]*)N(?=[AEIOU])/, '$1Ñ');
}

const agrees = (curp: string, datos: DatosNombre): boolean =>
  !compareCurp(curp, datos).some((key) => NAME_KEYS.has(key));

/** The names if these three, in this order, give the letters of the CURP. */
function fitting(
  curp: string,
  nombre: string,
  paterno: string,
  materno: string,
): NombresLeidos | null {
  const plain = { nombre, apellidoPaterno: paterno, apellidoMaterno: materno };
  if (agrees(curp, plain)) return plain;
  const tilde = {
    nombre: withTilde(nombre, curp.charAt(15)),
    apellidoPaterno: withTilde(paterno, curp.charAt(13)),
    apellidoMaterno: withTilde(materno, curp.charAt(14)),
  };
  return agrees(curp, tilde) ? tilde : null;
}

/**
 * All ways of cutting lines into three names, in the orders in which documents print them. `edges`
 * are the word counts after which a line ends; only cuts at as many of them as possible are kept.
 */
function splits(curp: string, lines: readonly (readonly string[])[]): NombresLeidos[] {
  const words = lines.flat();
  const edges = new Set(lines.map((_, i) => lines.slice(0, i + 1).flat().length));
  const found: { names: NombresLeidos; atEdges: number }[] = [];
  for (let i = 1; i < words.length - 1; i++) {
    for (let j = i + 1; j < words.length; j++) {
      const [a, b, c] = [words.slice(0, i), words.slice(i, j), words.slice(j)].map((part) =>
        part.join(' '),
      ) as [string, string, string];
      if ([i, j].some((cut) => PARTICLES.has(words[cut - 1]!))) continue;
      const atEdges = [i, j].filter((cut) => edges.has(cut)).length;
      for (const names of [fitting(curp, a, b, c), fitting(curp, c, a, b)]) {
        if (names) found.push({ names, atEdges });
      }
    }
  }
  const most = Math.max(0, ...found.map((f) => f.atEdges));
  return found.filter((f) => f.atEdges === most).map((f) => f.names);
}

/**
 * The full names on a document with this CURP, or null when they were not read, do not give its
 * letters, or can be cut in more than one way. Never throws.
 */
export function findNombres(text: string, curp: string): NombresLeidos | null {
  const lines = text.split('\n').map(wordsOf);
  // Three lines with one name each say more than one line with all.
  for (let size = MOST_LINES; size >= 1; size--) {
    const found = lines.flatMap((_, start) => {
      const block = lines.slice(start, start + size);
      if (block.length < size || block.some((words) => words === null)) return [];
      const known = block as string[][];
      return known.flat().length > MOST_WORDS ? [] : splits(curp, known);
    });
    const [first] = found;
    if (!first) continue;
    const same = found.every((names) => JSON.stringify(names) === JSON.stringify(first));
    return same ? first : null;
  }
  return null;
}

/**
 * Whether a text prints the names of a CURP's owner, in whatever words: also where the spaces between
 * them were not recognised, so that nobody could say where a name ends. Never throws.
 */
export function printsNombres(text: string, curp: string): boolean {
  return (
    findNombres(text, curp) !== null ||
    text.split('\n').some((line) => {
      const letters = wordsOf(line)?.join('') ?? '';
      return letters.length <= MOST_LETTERS && givesJoined(curp, letters);
    })
  );
}

/** Whether letters without spaces can be cut into three names that give those of a CURP. */
function givesJoined(curp: string, letters: string): boolean {
  const [p, , m, n] = curp;
  const starts = (first?: string, second?: string, third?: string) => {
    if (letters[0] !== first) return [];
    const cuts: [string, string, string][] = [];
    for (let i = LEAST_LETTERS; i <= letters.length - 2 * LEAST_LETTERS; i++) {
      if (letters[i] !== second) continue;
      for (let j = i + LEAST_LETTERS; j <= letters.length - LEAST_LETTERS; j++) {
        if (letters[j] === third) {
          cuts.push([letters.slice(0, i), letters.slice(i, j), letters.slice(j)]);
        }
      }
    }
    return cuts;
  };
  return (
    starts(n, p, m).some(([a, b, c]) => fitting(curp, a, b, c)) ||
    starts(p, m, n).some(([a, b, c]) => fitting(curp, c, a, b))
  );
}

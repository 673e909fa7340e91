/** How many lines of a list are looked at. */
export const MAX_FOLIOS = 500;
/** Bytes of a list that is sent, with what a browser adds to it. */
export const MAX_LISTA_BYTES = 256 * 1024;

/** A line that somebody gave: what it says, and the folio in it as typed; null: it has none. */
export type Renglon = { readonly texto: string; readonly folio: string | null };

/** A line of a list as the page tells of it. */
export type LineaDeLista = {
  /** The folio of its document as it is shown, or else what the line says. */
  readonly texto: string;
  readonly resultado: string;
  /** `danger`, `warning` or `success`, as of the state. */
  readonly tono: string;
  readonly documento: string;
  readonly titular: string;
  /** Where its document is told of; null: there is none. */
  readonly enlace: string | null;
};

/** Content of the page of a list. `sobran`: lines over the limit, which were not read. */
export type ListaValidada = { readonly lineas: readonly LineaDeLista[]; readonly sobran: number };

/** Whether what the page was given is a list, and not a document. */
export const isListaValidada = (answer: unknown): answer is ListaValidada =>
  typeof answer === 'object' && answer !== null && 'lineas' in answer;

/** Invisible characters that a PDF or a chat leaves in what is copied from it. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
/**
 * A whole folio (two letters, two digits, and the nine, thirteen or seventeen symbols of its kind), in groups or not, wherever it stands: in
 * a link, after a label or a number, before a name.
 */
const SYMBOL = '(?:[-\\u2010-\\u2015\\u2212_. ]?[0-9a-z])';
const FOLIO = new RegExp(
  `(?<![0-9a-z])(?:(?:AT|AC|HT)[0-9o]{2}${SYMBOL}{13}|CS[0-9o]{2}${SYMBOL}{9}|[a-z]{2}[0-9o]{2}${SYMBOL}{17})(?![0-9a-z])`,
  'gi',
);
/** What is told of a line, as its beginning. */
const DICHO = 120;

/** Every line that says something, also one that says what another does; a line with several folios is told once for each of them. */
export const renglonesDe = (text: string): Renglon[] =>
  text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .split(/[\r\n]+/)
    .flatMap((line): Renglon[] => {
      const texto = line.trim().slice(0, DICHO);
      if (texto === '') return [];
      const folios: Renglon[] = (line.match(FOLIO) ?? []).map((folio) => ({ texto, folio }));
      return folios.length > 0 ? folios : [{ texto, folio: null }];
    });

/** How many folios of a list are looked for. */
export const MAX_FOLIOS = 500;
/** Bytes of a list that is sent, with what a browser adds to it. */
export const MAX_LISTA_BYTES = 256 * 1024;

/** A folio is in a cell of its own, or in a line with what else somebody wrote beside it. */
const CELLS = /[\r\n\t,;|"]+/;
const SEEMS_FOLIO = /\d.*[a-z]|[a-z].*\d/i;

/** What of a text may be folios, as typed, each once: what has no letter and digit is a name, a heading, a number of row. */
export const foliosDe = (text: string): string[] => [
  ...new Set(
    text
      .split(CELLS)
      .map((cell) => cell.trim())
      .filter((cell) => cell.length >= 8 && cell.length <= 60 && SEEMS_FOLIO.test(cell)),
  ),
];

/** The texts of a form that a browser sent as `multipart/form-data`, of whichever field; what is no text is none. */
export const textosDe = (body: string, boundary: string): string[] =>
  body.split(`--${boundary}`).flatMap((part) => {
    const at = part.indexOf('\r\n\r\n');
    const text = at < 0 ? '' : part.slice(at + 4).replace(/\r\n$/, '');
    return text.trim() === '' || text.includes('\0') ? [] : [text.replace(/^\ufeff/, '')];
  });

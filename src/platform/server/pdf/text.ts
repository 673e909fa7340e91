/**
 * What a person writes must never stop their document from being made. PDF/UA refuses characters
 * without a glyph and several invisible ones, so text is made printable first:
 *
 * - composed (NFC), line ends as `\n`, tabs as a space, lone surrogates mended;
 * - control characters, byte-order marks and directional overrides (which can make a name read
 *   differently from what it is) are removed, silently: they have no ink;
 * - a character that no font has whole, with all its accents and joints, is replaced by its compatibility form when that can be printed
 *   (`Ａ` → `A`, `𝐁` → `B`), and otherwise by one `□` for the whole visible character, of
 *   however many code points: of what is made of two fonts only one would be seen. It is shown rather than dropped, because a silent omission
 *   in an official document would be a falsehood.
 */
export type Printer = {
  text(raw: string): string;
  /** The visible characters of a text that would be printed as `□`, once each. */
  missing(raw: string): string[];
  /** The same for every string inside a JSON value; keys stay as they are. */
  deep(value: unknown): unknown;
};

/** Printable with any font of the house and already composed: most texts end here. */
const PLAIN = /^[\n\x20-\x7e\u00a1-\u00ac\u00ae-\u00ff]*$/;
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Private use has no agreed meaning; noncharacters none at all. */
const UNUSABLE = /[\p{Private_Use}\p{Noncharacter_Code_Point}\ufffc\ufffd]/u;

/** `fonts`: the code points that each has. */
export const createPrinter = (fonts: readonly ReadonlySet<number>[]): Printer => {
  const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });
  const box = fonts.some((covered) => covered.has(0x25a1)) ? '□' : '?';
  const fits = (piece: string): boolean => {
    if (piece === '' || UNUSABLE.test(piece)) return false;
    const codes = [...piece].map((char) => char.codePointAt(0)!);
    return piece === '\n' || fonts.some((covered) => codes.every((code) => covered.has(code)));
  };

  const shape = (piece: string): string => {
    if (fits(piece)) return piece;
    const visible = piece.replace(IGNORABLE, '');
    if (visible === '') return '';
    if (fits(visible)) return visible;
    const compatible = visible.normalize('NFKC');
    return fits(compatible) ? compatible : box;
  };

  const text = (raw: string): string => {
    if (PLAIN.test(raw)) return raw;
    const clean = raw
      .toWellFormed()
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      .replace(/[\t\v\f]/g, ' ')
      .replace(INVISIBLE, '')
      .normalize('NFC');
    let out = '';
    for (const { segment } of graphemes.segment(clean)) out += shape(segment);
    return out;
  };

  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deep(item)]));
    }
    return value;
  };

  const missing = (raw: string): string[] => {
    if (PLAIN.test(raw)) return [];
    const clean = raw.toWellFormed().replace(INVISIBLE, '').normalize('NFC');
    const pieces = [...graphemes.segment(clean)].map(({ segment }) => segment);
    return [...new Set(pieces.filter((piece) => piece !== box && shape(piece) === box))];
  };

  return { text, missing, deep };
};

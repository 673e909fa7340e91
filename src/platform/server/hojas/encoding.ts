/**
 * In which encoding a text file is, by evidence: its mark, else UTF-8, else whichever of the old ones makes letters and not signs of its
 * bytes. Excel for Mac still writes MacRoman; old databases, CP850.
 */
export type Encoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'windows-1252'
  | 'macintosh'
  | 'cp850'
  /** UTF-8 with some bytes of Windows-1252 in it: several files joined. */
  | 'utf-8-mixta';

const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const HIGH = Uint8Array.from({ length: 128 }, (_, i) => 128 + i);

/** Characters of bytes 128 to 255 in each single-byte encoding. */
const CHARACTERS = {
  'windows-1252': [...new TextDecoder('windows-1252').decode(HIGH)],
  macintosh: [...new TextDecoder('macintosh').decode(HIGH)],
  cp850: [...CP850],
};
type OneByte = keyof typeof CHARACTERS;

/** Bytes of the UTF-8 sequence that begins here with one of its lead bytes; 0: it is none. */
const sequenceAt = (bytes: Uint8Array, at: number): number => {
  const lead = bytes[at]!;
  const length =
    lead >= 0xc2 && lead <= 0xdf
      ? 2
      : lead >= 0xe0 && lead <= 0xef
        ? 3
        : lead >= 0xf0 && lead <= 0xf4
          ? 4
          : 0;
  for (let i = 1; i < length; i++) if ((bytes[at + i] ?? 0) >> 6 !== 2) return 0;
  return length;
};

const LETTER = /\p{L}/u;
const SPANISH = /[áéíóúüñÁÉÍÓÚÜÑ]/;
const LATIN = /[À-ÖØ-öø-ÿ]/;
const SIGN = /[ºª¿¡«»–—’‘“”…€°·\u00a0]/;

const isUpper = (text: string): boolean => text !== text.toLowerCase();
const isLower = (text: string): boolean => text !== text.toUpperCase();

/** How likely a character is between two others, in Spanish. */
const likelihood = (before: string, character: string, after: string): number => {
  // «O’Brien»
  if (character === '’' && LETTER.test(before)) return 2;
  if (!LETTER.test(character)) {
    return SIGN.test(character) && !(LETTER.test(before) && LETTER.test(after)) ? 1 : -3;
  }
  // «MuÑoz», «GARCíA»: the case of the word is another.
  const odd = isUpper(character) ? isLower(before) : isUpper(before) && isUpper(after);
  const points = SPANISH.test(character) ? 3 : LATIN.test(character) ? 1 : -1;
  return odd ? points - 3 : points;
};

/** High bytes that are looked at: the first ones say it. */
const MAX_LOOKED = 20_000;

const oneByteOf = (bytes: Uint8Array): OneByte => {
  const points = { 'windows-1252': 0, macintosh: 0, cp850: 0 };
  let looked = 0;
  for (let i = 0; i < bytes.length && looked < MAX_LOOKED; i++) {
    if (bytes[i]! < 128) continue;
    looked += 1;
    for (const encoding of ['windows-1252', 'macintosh', 'cp850'] as const) {
      const at = (n: number) => {
        const byte = bytes[n];
        if (byte === undefined) return '';
        return byte < 128 ? String.fromCharCode(byte) : CHARACTERS[encoding][byte - 128]!;
      };
      points[encoding] += likelihood(at(i - 1), at(i), at(i + 1));
    }
  }
  const { 'windows-1252': windows, macintosh, cp850 } = points;
  if (windows >= macintosh && windows >= cp850) return 'windows-1252';
  return macintosh >= cp850 ? 'macintosh' : 'cp850';
};

/** The encoding of a whole text. */
export const encodingOf = (bytes: Uint8Array): Encoding => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  let good = 0;
  let stray = 0;
  for (let i = 0; i < bytes.length; ) {
    if (bytes[i]! < 128) {
      i += 1;
      continue;
    }
    const length = sequenceAt(bytes, i);
    if (length > 0) good += 1;
    else stray += 1;
    i += length || 1;
  }
  if (stray === 0) return 'utf-8';
  return good > stray ? 'utf-8-mixta' : oneByteOf(bytes);
};

/** Decodes UTF-8 in which some bytes are of Windows-1252. */
const decodeMixed = (bytes: Buffer): string => {
  let text = '';
  let from = 0;
  for (let i = 0; i < bytes.length; ) {
    const length = bytes[i]! < 128 ? 1 : sequenceAt(bytes, i);
    if (length === 0) {
      text += bytes.toString('utf8', from, i) + CHARACTERS['windows-1252'][bytes[i]! - 128];
      from = i + 1;
    }
    i += length || 1;
  }
  return text + bytes.toString('utf8', from);
};

const decodeCp850 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\u0080-\u00ff]/g, (c) => CP850[c.charCodeAt(0) - 128]!);

/** A decoder of a file that arrives in pieces; `last` for what is left at its end. */
export const createDecoder = (
  encoding: Encoding,
): { write: (chunk: Buffer) => string; last: () => string } => {
  if (encoding === 'cp850') return { write: decodeCp850, last: () => '' };
  if (encoding === 'utf-8-mixta') {
    let rest: Buffer = Buffer.alloc(0);
    return {
      write(chunk) {
        const all = Buffer.concat([rest, chunk]);
        // A line ends no sequence in its middle.
        const end = all.lastIndexOf(10) + 1;
        rest = all.subarray(end);
        return decodeMixed(all.subarray(0, end)).replace(/^\ufeff/, '');
      },
      last: () => decodeMixed(rest),
    };
  }
  const decoder = new TextDecoder(encoding);
  return {
    write: (chunk) => decoder.decode(chunk, { stream: true }),
    last: () => decoder.decode(),
  };
};

/** The byte from 128 to 191 that Windows-1252 shows as this character; null: none. */
const continuationOf = (character: string): number | null => {
  const code = character.charCodeAt(0);
  if (code >= 0x80 && code <= 0xbf) return code;
  const at = CHARACTERS['windows-1252'].indexOf(character);
  return at >= 0 && at < 64 ? at + 128 : null;
};

/** UTF-8 that was read as Windows-1252 and saved (`MuÃ±oz`), as it was meant. */
export const readOnce = (text: string): string =>
  /[ÂÃâ]/.test(text)
    ? text
        .replace(/[ÂÃ](.)/gu, (pair, second: string) => {
          const byte = continuationOf(second);
          const code = byte === null ? 0 : ((pair.charCodeAt(0) & 0x1f) << 6) | (byte & 0x3f);
          return code >= 0xa0 ? String.fromCharCode(code) : pair;
        })
        .replace(/â€(.)/gu, (all, third: string) => {
          const byte = continuationOf(third);
          return byte === null ? all : String.fromCharCode(0x2000 | (byte & 0x3f));
        })
    : text;

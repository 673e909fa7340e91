import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The families of the house (docs: visual identity), one file per weight in use. No italics: the
 * documents do not use them, and each face costs memory in the worker.
 */
const BUNDLED = [
  ['source-sans-3', 'SourceSans3', ['400Regular', '600SemiBold']],
  ['source-serif-4', 'SourceSerif4', ['400Regular', '600SemiBold']],
  ['jetbrains-mono', 'JetBrainsMono', ['400Regular', '500Medium']],
  // What people write in answers and messages; without colour, as the page is.
  ['noto-emoji', 'NotoEmoji', ['400Regular']],
] as const;

/** Paths of the bundled TTFs, found from this module, so that any working directory will do. */
export const bundledFonts = (): string[] => {
  const { resolve } = createRequire(import.meta.url);
  return BUNDLED.flatMap(([pack, family, weights]) =>
    weights.map((w) => resolve(`@expo-google-fonts/${pack}/${w}/${family}_${w}.ttf`)),
  );
};

/** Every TTF and OTF below the given directories, in a fixed order. */
export const fontsIn = (dirs: readonly string[]): string[] =>
  dirs.flatMap((dir) =>
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ttf|otf)$/i.test(name))
      .sort()
      .map((name) => join(dir, name)),
  );

/** Segments of cmap format 4 (the basic plane). A segment may map to glyph 0, "missing". */
const addFormat4 = (font: DataView, at: number, into: Set<number>): void => {
  const bytes = font.getUint16(at + 6);
  const ends = at + 14;
  const starts = ends + bytes + 2;
  const deltas = starts + bytes;
  const offsets = deltas + bytes;
  for (let i = 0; i < bytes; i += 2) {
    const last = font.getUint16(ends + i);
    const first = font.getUint16(starts + i);
    const delta = font.getUint16(deltas + i);
    const offset = font.getUint16(offsets + i);
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph = offset === 0 ? code : font.getUint16(offsets + i + offset + 2 * (code - first));
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) into.add(code);
    }
  }
};

/** Groups of cmap format 12 (all of Unicode). */
const addFormat12 = (font: DataView, at: number, into: Set<number>): void => {
  const groups = font.getUint32(at + 12);
  for (let i = 0; i < groups; i++) {
    const group = at + 16 + 12 * i;
    const first = font.getUint32(group);
    const last = font.getUint32(group + 4);
    const glyph = font.getUint32(group + 8);
    for (let code = first; code <= last; code++) if (glyph + code - first !== 0) into.add(code);
  }
};

/**
 * The code points for which a font file has a glyph, read from its cmap table. The typesetter
 * refuses an accessible PDF with a missing glyph, so the text is made to fit beforehand
 * (text.ts), and for that one must know what the fonts have.
 */
export const coverageOf = (file: Uint8Array): Set<number> => {
  const into = new Set<number>();
  const font = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const tables = font.getUint16(4);
  for (let i = 0; i < tables; i++) {
    if (font.getUint32(12 + 16 * i) !== 0x636d6170) continue; // 'cmap'
    const cmap = font.getUint32(12 + 16 * i + 8);
    const subtables = font.getUint16(cmap + 2);
    for (let j = 0; j < subtables; j++) {
      const at = cmap + font.getUint32(cmap + 8 + 8 * j);
      const format = font.getUint16(at);
      if (format === 4) addFormat4(font, at, into);
      if (format === 12) addFormat12(font, at, into);
    }
  }
  return into;
};

/** What each of several font files has. */
export const coverageOfFiles = (paths: readonly string[]): Set<number>[] =>
  paths.map((path) => coverageOf(readFileSync(path)));

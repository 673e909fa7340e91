/** Shapes of the reader, from pixels to what is told of a picture. */

/**
 * A line of text on the page, in pixels of the page as kept in memory (see `Page`): centre, unit
 * vector along the reading direction, half length and half height.
 */
export type Box = { cx: number; cy: number; ux: number; uy: number; hw: number; hh: number };

/** Capital letters and digits, the order of a lattice's columns. */
export const CODE_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Columns of a lattice: the alphabet, and last what separates characters (blank, space, marks). */
export const LATTICE_WIDTH = CODE_ALPHABET.length + 1;

/**
 * What one reading of a line says about letters and digits: for each step along the line the logarithm
 * of each character's probability over that of the likeliest, hence 0 for that one. Small letters and
 * accents count for their capital. `LATTICE_WIDTH` values a step; never below some −4.6, so that one
 * step that was misread does not decide alone.
 */
export type Lattice = Float32Array;

/** One recognised character. */
export type Glyph = { char: string; confidence: number };

/** `confidence` is the mean over the glyphs, 0 when nothing was recognised. */
export type Reading = { text: string; confidence: number; glyphs: Glyph[]; lattice: Lattice };
export type Line = Reading & { box: Box };

/**
 * How a line is cut out: `grow` scales the height of the cut, `stretch` its width after scaling,
 * `upright` is the share of the letters' slant that is taken out, `trim` widens both ends by so many
 * half heights. Then, in pixels of a cut 48 high: `blur` is the width of a Gaussian against noise,
 * `sharpen` how much of the difference from a wider one is added, `contrast` multiplies the distance
 * from the mean. `second`: it is read by the second network, whose mistakes are others.
 */
export type CropVariant = {
  grow?: number;
  stretch?: number;
  upright?: number;
  trim?: number;
  blur?: number;
  sharpen?: number;
  contrast?: number;
  second?: boolean;
};

/**
 * A blur of a tenth of the letters' height helps the networks more than any sharpening or contrast:
 * of 38 noisy lines one reading gives 18 right without it and 26 with it, and clear ones lose nothing.
 */
export const AGAINST_NOISE: CropVariant = { blur: 3, sharpen: 0.7 };

/**
 * Where to look: `auto` finds the block of text and goes closer when it is small in the frame,
 * `halves` reads the block found by the scan before in two overlapping halves (finer), `aside` the
 * text that runs in another direction (a card on a printed page).
 */
export type ScanMode = 'auto' | 'halves' | 'aside';

/** One opened picture. */
export type OcrPage = {
  /** All lines in reading order (upright, whatever way the picture lies). */
  scan: (mode: ScanMode) => Promise<Line[]>;
  /** Cuts one line out again, in several ways, from the original pixels. */
  reread: (box: Box, variants: readonly CropVariant[]) => Promise<Reading[]>;
};

/** `text` holds `code` on a line of its own, or, when `code` is null, nothing that `find` takes. */
export type CodeReading = { text: string; code: string | null };

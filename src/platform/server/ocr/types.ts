/** Shapes that cross the process boundary; everything here survives a structured clone. */

/**
 * A line of text on the page, in pixels of the page as kept in memory (see `Page`): centre, unit
 * vector along the reading direction, half length and half height.
 */
export type Box = { cx: number; cy: number; ux: number; uy: number; hw: number; hh: number };

/** Capital letters and digits, the order of `Glyph.chances`. */
export const CODE_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * One recognised character: `chances[i]` is the recogniser's probability of `CODE_ALPHABET[i]` at
 * that place (small and capital letters added together).
 */
export type Glyph = { char: string; confidence: number; chances: Float32Array };

/** `confidence` is the mean over the glyphs, 0 when nothing was recognised. */
export type Reading = { text: string; confidence: number; glyphs: Glyph[] };
export type Line = Reading & { box: Box };

/**
 * How a line is cut out again: `grow` scales the height of the cut, `stretch` its width after
 * scaling, `shear` leans it (rise over run), `contrast` spreads its grey levels, `sharpen` adds
 * that much of the difference from its blur, `trim` widens both ends by so many half heights.
 */
export type CropVariant = {
  grow?: number;
  stretch?: number;
  shear?: number;
  contrast?: boolean;
  sharpen?: number;
  trim?: number;
};

/**
 * Where to look: `auto` finds the block of text and goes closer when it is small in the frame,
 * `halves` reads the block found by the scan before in two overlapping halves (finer), `aside` the
 * text that runs in another direction (a card on a printed page).
 */
export type ScanMode = 'auto' | 'halves' | 'aside';

import { expect, it } from 'vitest';
import { type Block, lost } from './scan.ts';
import type { Box } from './types.ts';

/** A line along the page, `hw` to each side of its middle and 10 above and below. */
const line = (cx: number, cy: number, hw = 100): Box => ({ cx, cy, ux: 1, uy: 0, hw, hh: 10 });
const block = { cx: 300, cy: 200, ux: 1, uy: 0, hw: 200, hh: 150, sparse: false } as Block;

it('keeps what was seen from afar and is not seen from near, in the block or beside it', () => {
  const faint = line(300, 300);
  const column = line(550, 200, 30);
  expect(lost([faint, column], [line(300, 100)], block)).toEqual([faint, column]);
});

it('keeps nothing twice, however wide it was seen', () => {
  const wide = line(300, 100, 150);
  expect(lost([wide], [line(250, 102, 40)], block)).toEqual([]);
  expect(lost([line(250, 102, 40)], [wide], block)).toEqual([]);
});

it('keeps nothing from elsewhere on the page, nor what runs across', () => {
  const across: Box = { ...line(300, 200), ux: 0, uy: 1 };
  expect(lost([line(300, 500), line(900, 200), across], [], block)).toEqual([]);
});

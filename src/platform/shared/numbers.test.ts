import { expect, it } from 'vitest';
import { readNumber } from './numbers.ts';

it.each<[string, number | null]>([
  ['12', 12],
  [' 1,250.5 ', 1250.5],
  ['1 250', 1250],
  ['1,250,000', 1_250_000],
  ['8,5', 8.5],
  ['2,50', 2.5],
  ['−3', -3],
  ['-0', 0],
  ['.5', 0.5],
  ['1,25,000', null],
  ['1.2.3', null],
  ['12a', null],
  ['1e5', null],
  ['2.', null],
  ['', null],
])('«%s» is %s', (raw, number) => {
  expect(readNumber(raw)).toBe(number);
});

import { describe, expect, it } from 'vitest';
import {
  countSelected,
  EVERYTHING,
  isSelected,
  NOTHING,
  rangeOf,
  select,
  toBulk,
} from './selection.ts';

describe('what is chosen in a table', () => {
  it('row by row, across pages', () => {
    const chosen = select(select(NOTHING, ['a', 'b', 'c'], true), ['b'], false);
    expect(toBulk(chosen, 500)).toEqual({ mode: 'some', ids: ['a', 'c'], count: 2 });
    expect(isSelected(chosen, 'b')).toBe(false);
  });

  it('everything that the filters let through, but some', () => {
    const chosen = select(select(EVERYTHING, ['a', 'b'], false), ['a'], true);
    expect(isSelected(chosen, 'never seen')).toBe(true);
    expect(isSelected(chosen, 'b')).toBe(false);
    expect(countSelected(chosen, 500)).toBe(499);
    expect(toBulk(chosen, 500)).toEqual({ mode: 'filtered', except: ['b'], count: 499 });
  });

  it('from one row to another, whichever is above; one alone when the first is on another page', () => {
    const shown = ['a', 'b', 'c', 'd', 'e'];
    expect(rangeOf(shown, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(shown, 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(shown, 'c', 'c')).toEqual(['c']);
    expect(rangeOf(shown, null, 'c')).toEqual(['c']);
    expect(rangeOf(shown, 'gone', 'c')).toEqual(['c']);
  });
});

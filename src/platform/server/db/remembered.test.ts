import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Db } from './index.ts';
import { createRemembered } from './remembered.ts';

const databaseOf = () => {
  const adapter = {};
  return { getExecutor: () => ({ adapter }) } as unknown as Db;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('is told again until its time is over, of its own database only', () => {
  const remembered = createRemembered<number>({ ms: 1_000, most: 10 });
  const [one, other] = [databaseOf(), databaseOf()];
  remembered.keep(one, 'a', 1);
  expect(remembered.find(one, 'a')).toBe(1);
  expect(remembered.find(other, 'a')).toBeUndefined();
  vi.advanceTimersByTime(999);
  expect(remembered.find(one, 'a')).toBe(1);
  vi.advanceTimersByTime(1);
  expect(remembered.find(one, 'a')).toBeUndefined();
});

it('holds so many at most: the oldest goes, and what is kept again is new', () => {
  const remembered = createRemembered<number | null>({ ms: 1_000, most: 2 });
  const db = databaseOf();
  remembered.keep(db, 'a', 1);
  remembered.keep(db, 'b', null);
  remembered.keep(db, 'a', 3);
  remembered.keep(db, 'c', 4);
  expect(['a', 'b', 'c'].map((key) => remembered.find(db, key))).toEqual([3, undefined, 4]);
});

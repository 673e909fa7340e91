import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBurst } from './burst.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Some works in one burst, each ended when its name is. */
const works = (names: readonly string[]) => {
  const burst = createBurst({ most: 3, ms: 30 });
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const told: string[] = [];
  const begin = (name: string) => {
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    burst
      .run(() => end.promise)
      .then(
        (answer) => told.push(answer),
        (error: Error) => told.push(error.message),
      );
  };
  for (const name of names) begin(name);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    told,
    begin,
    settle,
    end: async (name: string) => {
      ends.get(name)!.resolve(name);
      await settle();
    },
    fail: async (name: string) => {
      ends.get(name)!.reject(new Error(`${name} falló`));
      await settle();
    },
  };
};

it('what is alone waits for nobody', async () => {
  const { told, end } = works(['a']);
  await end('a');
  expect(told).toEqual(['a']);
});

it('what ends while others are under way comes with the next, and all when nothing is', async () => {
  const { told, end, fail } = works(['a', 'b']);
  await end('a');
  expect(told).toEqual([]);
  await fail('b');
  expect(told).toEqual(['a', 'b falló']);
});

it('so many do not wait for more', async () => {
  const { told, end } = works(['a', 'b', 'c', 'd']);
  await end('a');
  await end('b');
  expect(told).toEqual([]);
  await end('c');
  expect(told).toEqual(['a', 'b', 'c']);
});

it('none waits longer than it may, and the next waits anew', async () => {
  const { told, end, begin } = works(['a', 'b']);
  await end('a');
  await vi.advanceTimersByTimeAsync(29);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual(['a']);
  begin('c');
  await end('b');
  await vi.advanceTimersByTimeAsync(29);
  expect(told).toEqual(['a']);
  await end('c');
  expect(told).toEqual(['a', 'b', 'c']);
});

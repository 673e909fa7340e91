import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTurns } from './turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

it('whoever waits goes on when all who came before are done, in whatever order they end, and not for who came later', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ key: fc.constantFrom('a', 'b'), ends: fc.nat(1_000) }), {
        minLength: 1,
        maxLength: 12,
      }),
      async (who) => {
        const turns = createTurns(null);
        const came = who.map(({ key, ends }, n) => ({ n, key, ends, turn: turns.enter(key) }));
        const went = new Set<number>();
        const done = new Set<number>();
        for (const { n, turn } of came) void turn.before(60_000).then(() => went.add(n));
        for (const { n, turn } of came.toSorted((a, b) => a.ends - b.ends)) {
          turn.done();
          turn.done();
          done.add(n);
          await settle();
          const may = came.filter(({ n, key }) =>
            came.every((one) => one.key !== key || one.n >= n || done.has(one.n)),
          );
          expect([...went].sort()).toEqual(may.map((one) => one.n).sort());
        }
      },
    ),
  );
});

it('nobody waits for longer than they said', async () => {
  const turns = createTurns(null);
  turns.enter('a');
  const second = turns.enter('a');
  const waited = vi.fn();
  void second.before(250).then(waited);
  await vi.advanceTimersByTimeAsync(249);
  expect(waited).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(waited).toHaveBeenCalled();
});

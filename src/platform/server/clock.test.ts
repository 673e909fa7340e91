import { expect, it } from 'vitest';
import { createClock } from './clock.ts';
import type { Log } from './log.ts';

const BASE = Date.parse('2026-11-27T15:00:00Z');

/** Two servers on one database, each with a clock of its own. */
const server = async (difference: number) => {
  const warnings: number[] = [];
  let apart = difference;
  let true_ = BASE;
  const log = { warn: ({ segundos }: { segundos: number }) => warnings.push(segundos) };
  const clock = await createClock(
    { kind: 'postgres', execute: async () => ({ rows: [{ ms: true_ }] }) },
    log as unknown as Log,
    () => true_ + apart,
  );
  return {
    clock,
    warnings,
    set: (next: number, at = true_) => {
      apart = next;
      true_ = at;
    },
  };
};

it('two servers whose clocks differ by ten minutes agree on what time it is', async () => {
  const [one, other] = [await server(0), await server(600_000)];
  try {
    expect(other.clock.now()).toEqual(one.clock.now());
    expect(other.clock.milliseconds()).toBe(BASE);
    // It dates rightly, and is not to be served from until somebody mends it.
    await expect(other.clock.ready()).rejects.toThrow();
    await one.clock.ready();
    expect([one.warnings, other.warnings]).toEqual([[], [-600]]);
    other.set(1_000);
    await other.clock.compare();
    await other.clock.ready();
    expect(other.clock.milliseconds()).toBe(BASE);
  } finally {
    one.clock.close();
    other.clock.close();
  }
});

it('warns from two seconds, refuses from thirty, and does not move for what an answer takes', async () => {
  const one = await server(0);
  try {
    for (const [difference, warnings, ready] of [
      [50, 0, true],
      [1_900, 0, true],
      [2_100, 1, true],
      [29_000, 1, true],
      [-31_000, 1, false],
      [10, 1, true],
      [-2_500, 2, true],
    ] as const) {
      one.set(difference);
      await one.clock.compare();
      expect(one.warnings, `${difference}`).toHaveLength(warnings);
      expect(
        await one.clock.ready().then(
          () => true,
          () => false,
        ),
        `${difference}`,
      ).toBe(ready);
    }
    one.set(0);
    await one.clock.compare();
    one.set(60);
    await one.clock.compare();
    expect(one.clock.milliseconds()).toBe(BASE + 60);
  } finally {
    one.clock.close();
  }
});

it('does not move for an answer that waited, whenever the database read its clock', async () => {
  for (const readAt of [0, 450, 900]) {
    let moment = BASE;
    const clock = await createClock(
      {
        kind: 'postgres',
        execute: async () => {
          moment += 900;
          return { rows: [{ ms: BASE + readAt }] };
        },
      },
      { warn: () => {} } as unknown as Log,
      () => moment,
    );
    clock.close();
    expect(clock.milliseconds(), `${readAt}`).toBe(moment);
  }
});

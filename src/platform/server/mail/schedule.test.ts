import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domainOf, nextOf, pauseSeconds, retrySeconds } from './schedule.ts';

const never = () => false;

describe('when it is tried again', () => {
  it('later and later, between half and all of its time, at most after an hour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, chance) => {
          const whole = Math.min(3_600, 30 * 2 ** (tries - 1));
          const seconds = retrySeconds(tries, chance);
          expect(seconds).toBeGreaterThanOrEqual(whole / 2);
          expect(seconds).toBeLessThanOrEqual(whole);
          expect(pauseSeconds(tries, chance)).toBeLessThanOrEqual(300);
        },
      ),
    );
  });

  it('some 120 times in five days, and not a dozen', () => {
    let hours = 0;
    let tries = 0;
    while (hours < 120) hours += retrySeconds(++tries, 1) / 3_600;
    expect(tries).toBeGreaterThan(110);
  });
});

describe('which one goes next', () => {
  const of = (...domains: string[]) => domains.map((domain) => ({ domain }));

  it('the first of the domain with the fewest on their way', () => {
    const waiting = of('a', 'a', 'b', 'c');
    expect(nextOf(waiting, new Map(), 5, never)).toBe(0);
    expect(nextOf(waiting, new Map([['a', 1]]), 5, never)).toBe(2);
    expect(
      nextOf(
        waiting,
        new Map([
          ['a', 1],
          ['b', 1],
        ]),
        5,
        never,
      ),
    ).toBe(3);
    expect(nextOf([], new Map(), 5, never)).toBe(-1);
  });

  it('leaves a lane to others, and a slow domain one', () => {
    expect(nextOf(of('a'), new Map([['a', 3]]), 5, never)).toBe(0);
    expect(nextOf(of('a'), new Map([['a', 4]]), 5, never)).toBe(-1);
    expect(nextOf(of('a'), new Map([['a', 1]]), 5, () => true)).toBe(-1);
    expect(nextOf(of('a'), new Map(), 5, () => true)).toBe(0);
    expect(nextOf(of('a'), new Map(), 1, never)).toBe(0);
  });

  it('never leaves a lane idle that somebody may use, nor gives one that nobody may', () => {
    const domain = fc.constantFrom('a', 'b', 'c');
    fc.assert(
      fc.property(
        fc.array(domain, { maxLength: 30 }),
        fc.integer({ min: 2, max: 8 }),
        fc.subarray(['a', 'b', 'c']),
        (domains, lanes, slow) => {
          const waiting = of(...domains);
          const busy = new Map<string, number>();
          for (;;) {
            const at = nextOf(waiting, busy, lanes, (d) => slow.includes(d));
            if (at < 0) break;
            const { domain: chosen } = waiting.splice(at, 1)[0]!;
            busy.set(chosen, (busy.get(chosen) ?? 0) + 1);
          }
          for (const [d, n] of busy) {
            expect(n).toBeLessThanOrEqual(slow.includes(d) ? 1 : lanes - 1);
          }
          for (const { domain: left } of waiting) {
            expect(busy.get(left)).toBe(slow.includes(left) ? 1 : lanes - 1);
          }
        },
      ),
    );
  });
});

it('the domain of an address is what follows its last @', () => {
  expect(domainOf('ana@Correo.EXAMPLE')).toBe('correo.example');
  expect(domainOf('"a@b"@c.example')).toBe('c.example');
});

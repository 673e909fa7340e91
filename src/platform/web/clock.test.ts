import fc from 'fast-check';
import { expect, it } from 'vitest';
import { passes, untilNext } from './clock.ts';

const at = (ms: number) => new Date(ms).toISOString();

it('looks again just after each mark, whatever their order, and none is passed over', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 8 }), (marks) => {
      const key = marks.map(at).join();
      const passed: number[] = [];
      for (let now = -1; ; ) {
        const next = now + untilNext(key, now);
        if (!passes(key, now, next)) {
          // Nothing is left: the longest that a timer waits.
          expect(marks.every((mark) => mark <= now)).toBe(true);
          break;
        }
        const here = marks.filter((mark) => now < mark && mark <= next);
        expect(next - Math.min(...here)).toBeLessThanOrEqual(20);
        passed.push(...here);
        now = next;
      }
      expect(passed.sort((a, b) => a - b)).toEqual([...marks].sort((a, b) => a - b));
    }),
  );
});

it('never waits longer than a timer can', () => {
  expect(untilNext(at(Date.parse('2126-01-01')), Date.parse('2026-01-01'))).toBe(2 ** 31 - 1);
});

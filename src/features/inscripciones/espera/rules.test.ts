import { expect, it } from 'vitest';
import { isPlazoVencido } from './rules.ts';

it('the time to accept a seat is over at its very instant, as whoever accepts is refused, and never where none is offered', () => {
  const hasta = new Date('2026-03-02T18:00:00.000Z');
  const at = (ms: number) => isPlazoVencido(hasta, new Date(hasta.getTime() + ms));
  expect([at(-1), at(0), at(1)]).toEqual([false, true, true]);
  expect(isPlazoVencido(null, hasta)).toBe(false);
});

import { expect, it } from 'vitest';
import { CallError } from '../../../../platform/shared/errors.ts';
import { isPasajero, segundosDeEspera } from './hooks.ts';

it('only what passes by itself is sent again without asking', () => {
  const said = (status: ConstructorParameters<typeof CallError>[0]) => new CallError(status, '');
  expect(isPasajero(said('UNAVAILABLE'))).toBe(true);
  expect(isPasajero(said('DEADLINE_EXCEEDED'))).toBe(true);
  for (const status of [
    'FAILED_PRECONDITION',
    'INVALID_ARGUMENT',
    'ABORTED',
    'INTERNAL',
  ] as const) {
    expect(isPasajero(said(status))).toBe(false);
  }
  expect(isPasajero(new Error('UNAVAILABLE'))).toBe(false);
});

it('a crowd comes back spread out, soon at first and never later than it would bear', () => {
  for (const intentos of [1, 2, 5, 50]) {
    const [soonest, latest] = [segundosDeEspera(intentos, 0), segundosDeEspera(intentos, 1)];
    expect(soonest).toBeGreaterThanOrEqual(2);
    expect(latest).toBeLessThanOrEqual(12.5);
    expect(latest / soonest).toBeGreaterThan(1.5);
  }
});

import { describe, expect, it } from 'vitest';
import { EXCEPCION } from './estados.ts';
import { canApprove, canDecide, canWithdraw, isPedida } from './rules.ts';

const mirada = (estado: 'pendiente' | 'vigente' | 'rechazada' | 'retirada', more: object = {}) => ({
  estado,
  propia: false,
  vencida: false,
  ...more,
});

describe('what is offered of an exception', () => {
  it('whose day went by while it waited: to reject it or take it back, and not to approve it', () => {
    const tarde = mirada('pendiente', { vencida: true });
    expect([canApprove(tarde), canDecide(tarde), canWithdraw(tarde)]).toEqual([false, true, true]);
    expect(canApprove(mirada('pendiente'))).toBe(true);
  });

  it('approved: to take it back until its day is over', () => {
    expect(canWithdraw(mirada('vigente'))).toBe(true);
    expect(canWithdraw(mirada('vigente', { vencida: true }))).toBe(false);
  });

  it('of whoever asked for it: only to take it back', () => {
    const propia = mirada('pendiente', { propia: true });
    expect([canApprove(propia), canDecide(propia), canWithdraw(propia)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

it('only one that waits, of that rule of that plantilla, stands in the way of asking for another', () => {
  const one = { plantilla: { id: 'p' }, regla: 'antiguedad' };
  const waits = EXCEPCION.estados.filter((estado) =>
    isPedida({ ...one, estado }, 'p', 'antiguedad'),
  );
  expect(waits).toEqual(['pendiente']);
  expect(isPedida({ ...one, estado: 'pendiente' }, 'otra', 'antiguedad')).toBe(false);
  expect(isPedida({ ...one, estado: 'pendiente' }, 'p', 'cargo')).toBe(false);
});

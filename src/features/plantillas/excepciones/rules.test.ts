import { describe, expect, it } from 'vitest';
import { hoja, regla, todasDe } from '../../../../tests/factories/reglas.ts';
import { EXCEPCION } from './estados.ts';
import {
  canApprove,
  canDecide,
  canWithdraw,
  condicionDe,
  hechosDeExcepciones,
  isPedida,
} from './rules.ts';

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

describe('a rule of a later version that has its key', () => {
  const [desde, vence_en] = [new Date('2026-01-01'), new Date('2027-01-01')];
  const asking = (valor: string, llamada?: string) =>
    regla(
      todasDe(hoja('empleo.categoria', '=', valor, llamada ? { [valor]: llamada } : undefined)),
    );
  const excused = (now: ReturnType<typeof asking>, condicion: string) =>
    Object.keys(hechosDeExcepciones([now], [{ regla: 'r', condicion, desde, vence_en }])).length;

  it('excuses of the same, however the catalog calls it by now, and of nothing else', () => {
    const kept = condicionDe(asking('JUE', 'Juez de Distrito'));
    expect(excused(asking('JUE', 'Jueza o juez de Distrito'), kept)).toBe(1);
    expect(excused(asking('JUE'), kept)).toBe(1);
    expect(excused(asking('MAG', 'Juez de Distrito'), kept)).toBe(0);
  });

  it('also of one that was kept with its words', () => {
    const kept = JSON.stringify(asking('JUE', 'Juez de Distrito').condicion);
    expect(excused(asking('JUE', 'Jueza o juez de Distrito'), kept)).toBe(1);
    expect(excused(asking('MAG'), kept)).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { dato, hoja, todasDe } from '../../../../tests/factories/reglas.ts';
import type { Cupo } from './contract.ts';
import { cuposDe, isReservado, liberaEn, repartoDe, SIN_REPARTO } from './rules.ts';

const cupo = (clave: string, valores: string[], more: Partial<Cupo> = {}): Cupo => ({
  clave,
  nombre: clave,
  condicion: todasDe(hoja('empleo.circuito', 'in', valores)),
  lugares: 2,
  liberaDias: 3,
  ...more,
});
const CIERRA = new Date('2026-12-10T06:00:00Z');
const AHORA = new Date('2026-12-01T06:00:00Z');

describe('who may take the seats of a quota', () => {
  const cupos = [cupo('primero', ['C1']), cupo('varios', ['C1', 'C2']), cupo('otro', ['C3'])];
  it('all whose condition holds, in their order', () => {
    const hechos = { 'empleo.circuito': dato('clave', 'C1') };
    expect(cuposDe(cupos, hechos, AHORA)).toEqual(['primero', 'varios']);
  });
  it('nobody of whom it is not known', () => {
    expect(cuposDe(cupos, {}, AHORA)).toEqual([]);
    expect(cuposDe(cupos, { 'empleo.circuito': dato('clave', null) }, AHORA)).toEqual([]);
  });
});

describe('until when they are kept', () => {
  it('some days before enrolment closes, to the instant', () => {
    const one = cupo('a', ['C1']);
    const libera = liberaEn(one, CIERRA)!;
    expect(libera.toISOString()).toBe('2026-12-07T06:00:00.000Z');
    expect(isReservado(one, CIERRA, new Date(libera.getTime() - 1))).toBe(true);
    expect(isReservado(one, CIERRA, libera)).toBe(false);
  });
  it('for ever, when the version says so', () => {
    expect(isReservado(cupo('a', ['C1'], { liberaDias: null }), CIERRA, CIERRA)).toBe(true);
  });
});

it('a version that says nothing of it refuses whoever comes late', () => {
  expect(repartoDe({})).toBe(SIN_REPARTO);
  expect(SIN_REPARTO.alLlenarse).toBe('cerrar');
});

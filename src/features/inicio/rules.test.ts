import { expect, it } from 'vitest';
import { describePlazo } from './rules.ts';

const AHORA = new Date('2026-11-22T16:00:00Z');
const NADA = { venceEn: null, espera: null, empieza: null, cuantos: null };
const say = (plazo: Partial<typeof NADA> | object) => describePlazo({ ...NADA, ...plazo }, AHORA);

it('says the days that are left by the calendar of Mexico, and when few are', () => {
  expect(say({ venceEn: '2026-11-22T23:00:00Z' })).toEqual({
    texto: 'Vence hoy',
    urge: true,
  });
  // It is tomorrow in Greenwich, and today in Mexico.
  expect(say({ venceEn: '2026-11-23T05:59:00Z' })?.texto).toBe('Vence hoy');
  expect(say({ venceEn: '2026-11-23T06:01:00Z' })?.texto).toBe('Vence mañana');
  expect(say({ venceEn: '2026-11-25T18:00:00Z' })).toEqual({ texto: 'Quedan 3 días', urge: true });
  expect(say({ venceEn: '2026-11-26T18:00:00Z' })).toEqual({ texto: 'Quedan 4 días', urge: false });
});

it('says when something begins, and since when it has waited', () => {
  expect(say({ empieza: '2026-12-01T06:00:00Z' })?.texto).toBe('Comienza en 9 días');
  expect(say({ espera: '2026-11-22T10:00:00Z', cuantos: 1 })?.texto).toBe('Espera desde hoy');
  expect(say({ espera: '2026-11-19T10:00:00Z', cuantos: 4 })?.texto).toBe(
    'El más antiguo, desde hace 3 días',
  );
  expect(say({})).toBeNull();
});

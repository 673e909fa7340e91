import { expect, it } from 'vitest';
import { avanceDe } from './rules.ts';

const EDICION = { inicia: '2026-12-01', termina: '2026-12-10' };

it('counts the sessions that are over, or else the days', () => {
  const sesiones = [
    { fecha: '2026-12-02', a: '18:00' },
    { fecha: '2026-12-04', a: '18:00' },
  ];
  const at = (fecha: string, hora: string) => avanceDe(EDICION, sesiones, { fecha, hora }).pasadas;
  expect([at('2026-12-02', '17:59'), at('2026-12-02', '18:00'), at('2027-01-01', '00:00')]).toEqual(
    [0, 1, 2],
  );
  const days = (fecha: string) => avanceDe(EDICION, [], { fecha, hora: '00:00' });
  expect(days('2026-11-01')).toEqual({ de: 'dias', pasadas: 0, total: 10 });
  expect(days('2026-12-06').pasadas).toBe(5);
  expect(days('2027-06-06').pasadas).toBe(10);
});

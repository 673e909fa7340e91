import { expect, it } from 'vitest';
import { hitosDe } from './rules.ts';

const calendario = {
  presolicitudAbre: '2026-11-01 09:00',
  presolicitudCierra: '2026-11-10 23:59',
  solicitudAbre: '2026-11-01 09:00',
  solicitudCierra: '2026-11-10 23:59',
  recomendacionesCierra: '2026-11-12 23:59',
  resultadosEn: '2027-02-16 12:00',
};
const etapa = {
  ...{ id: 'e1', nombre: 'Entrevista', tipo: 'entrevista' as const, peso: 30, minimo: null },
  ...{ corte: null, venceEn: '2026-12-20 18:00', criterios: [] },
};
const AHORA = new Date('2026-12-01T12:00:00-06:00');
const next = (cerradaEn: string | null) =>
  hitosDe({ calendario, etapas: [{ ...etapa, cerradaEn }] }, '2027-03-01', AHORA).find(
    ({ pasado }) => !pasado,
  )?.titulo;

it('the deadline of a stage is the next date until the stage is closed', () => {
  expect(next(null)).toBe('Fecha límite: Entrevista');
  expect(next('2026-11-30T18:00:00.000Z')).toBe('Publicación de resultados');
});

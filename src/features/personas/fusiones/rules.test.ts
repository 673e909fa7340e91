import { expect, it } from 'vitest';
import { DIAS_FUSION, impideConfirmar, venceFusion } from './rules.ts';

const may = {
  esPropuestaSuya: false,
  esExpedienteSuyo: false,
  cambio: false,
  sinProponente: false,
  impedimentos: [],
};

it('a second person confirms what is as it was proposed', () => {
  expect(impideConfirmar(may)).toBeNull();
  expect(impideConfirmar({ ...may, esPropuestaSuya: true })).toBe('propia');
  expect(impideConfirmar({ ...may, sinProponente: true })).toBe('sin-proponente');
  expect(impideConfirmar({ ...may, cambio: true })).toBe('cambio');
  expect(impideConfirmar({ ...may, impedimentos: ['Los dos tienen cuenta.'] })).toBe('impedido');
});

it('whose file it is is told so before anything else', () => {
  const all = { ...may, esPropuestaSuya: true, esExpedienteSuyo: true, cambio: true };
  expect(impideConfirmar(all)).toBe('suyo');
});

it('ends by itself, whole days later', () => {
  const now = new Date('2026-02-20T18:00:00Z');
  expect(venceFusion(now).getTime() - now.getTime()).toBe(DIAS_FUSION * 24 * 3_600_000);
});

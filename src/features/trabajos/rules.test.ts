import { expect, it } from 'vitest';
import { finalesTras, ultimoFinal } from './rules.ts';

const trabajo = (id: string, terminadoEn: string | null, propio = true) => ({
  id,
  propio,
  terminadoEn,
});
const ALL = [
  trabajo('vivo', null),
  trabajo('nuevo', '2026-11-22T10:00:00.000Z'),
  trabajo('ajeno', '2026-11-22T11:00:00.000Z', false),
  trabajo('viejo', '2026-11-21T10:00:00.000Z'),
];

it('what ended since one last looked is unseen: one’s own, until it was looked at', () => {
  expect([...finalesTras(ALL, '2026-11-21T10:00:00.000Z')]).toEqual(['nuevo']);
  expect([...finalesTras(ALL, '')]).toEqual(['nuevo', 'viejo']);
  const seen = ultimoFinal(ALL, '');
  expect(seen).toBe('2026-11-22T11:00:00.000Z');
  expect(finalesTras(ALL, seen).size).toBe(0);
  expect(ultimoFinal([trabajo('vivo', null)], seen)).toBe(seen);
});

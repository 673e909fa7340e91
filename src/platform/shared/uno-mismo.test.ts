import { expect, it } from 'vitest';
import { esUnoMismo } from './uno-mismo.ts';

const actor = { uid: 'u1', personaId: 'p1' };

it('is oneself by the account or by the file, among however many', () => {
  expect(esUnoMismo(actor, { uids: ['u2', 'u1'] })).toBe(true);
  expect(esUnoMismo(actor, { personaIds: ['p2', null, 'p1'] })).toBe(true);
  expect(esUnoMismo(actor, { uids: ['u2'], personaIds: ['p2', null] })).toBe(false);
  expect(esUnoMismo(actor, {})).toBe(false);
});

it('who has no file is nobody’s file, also when what is asked about has none', () => {
  expect(esUnoMismo({ uid: 'u1', personaId: null }, { personaIds: [null, undefined] })).toBe(false);
});

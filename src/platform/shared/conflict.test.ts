import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedFields, mergeChanges } from './conflict.ts';

it('joins two changes, and asks only where they contradict', () => {
  const base = { nombre: 'A', cargo: 'B', nota: 'C', otro: 'D' };
  const mine = { ...base, nombre: 'mío', cargo: 'mío', otro: 'igual' };
  const theirs = { ...base, cargo: 'suyo', nota: 'suyo', otro: 'igual' };
  expect(mergeChanges(base, mine, theirs)).toEqual({
    valores: { nombre: 'mío', cargo: 'mío', nota: 'suyo', otro: 'igual' },
    conflictos: ['cargo'],
    ajenos: ['nota'],
  });
});

const record = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(null, 1, 2, 3));

it('loses nothing: each field says what somebody wrote, and only what both wrote is asked about', () => {
  fc.assert(
    fc.property(record, record, record, (base, mine, theirs) => {
      const { valores, conflictos, ajenos } = mergeChanges(base, mine, theirs);
      const of = (values: Record<string, number | null>, key: string) => values[key] ?? null;
      for (const key of ['a', 'b', 'c', 'd']) {
        const [my, their] = [mine, theirs].map((one) => of(one, key) !== of(base, key));
        expect(ajenos.includes(key)).toBe(!my && their === true);
        expect(conflictos.includes(key)).toBe(my && their && of(mine, key) !== of(theirs, key));
        expect(of(valores, key)).toBe(of(my || !their ? mine : theirs, key));
      }
    }),
  );
});

it('has nothing to ask when only one of the two changed anything', () => {
  fc.assert(
    fc.property(record, record, (base, mine) => {
      expect(mergeChanges(base, mine, base)).toMatchObject({ conflictos: [], ajenos: [] });
      expect(mergeChanges(base, base, mine).ajenos).toEqual(changedFields(base, mine));
    }),
  );
});

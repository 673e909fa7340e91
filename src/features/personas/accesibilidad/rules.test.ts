import fc from 'fast-check';
import { expect, it } from 'vitest';
import { APOYO_IDS, cleanNecesidades, isNinguna, joinNecesidades, NINGUNA } from './rules.ts';

const necesidades = fc.record({
  apoyos: fc.array(fc.constantFrom(...APOYO_IDS)),
  detalle: fc.string({ maxLength: 40 }),
});

it('of two files nothing that somebody needs is lost, whichever is first', () => {
  fc.assert(
    fc.property(necesidades, necesidades, (a, b) => {
      const joined = joinNecesidades(cleanNecesidades(a), cleanNecesidades(b));
      expect(new Set(joined.apoyos)).toEqual(new Set([...a.apoyos, ...b.apoyos]));
      for (const { detalle } of [cleanNecesidades(a), cleanNecesidades(b)]) {
        expect(joined.detalle).toContain(detalle);
      }
      expect(isNinguna(joined)).toBe(
        isNinguna(cleanNecesidades(a)) && isNinguna(cleanNecesidades(b)),
      );
      expect(joinNecesidades(cleanNecesidades(a), NINGUNA)).toEqual(cleanNecesidades(a));
    }),
  );
});

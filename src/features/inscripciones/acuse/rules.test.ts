import { describe, expect, it } from 'vitest';
import { formatFolio, makeFolio, parseFolio } from './rules.ts';

const folio = makeFolio(2026, 'K9Y2ZKYW2KGS');

describe('the folio', () => {
  it('is AC, the year, the random part and a check symbol, in groups of four', () => {
    expect(folio).toMatch(/^AC26K9Y2ZKYW2KGS[0-9A-HJKMNP-TV-Z]$/);
    expect(formatFolio(folio)).toMatch(/^AC26-K9Y2-ZKYW-2KGS-.$/);
    expect(makeFolio(2107, '000000000000')).toMatch(/^AC07/);
  });
  it.each([formatFolio(folio), folio.toLowerCase(), ` ${folio.slice(0, 6)} - ${folio.slice(6)} `])(
    'is read however it is typed: %j',
    (typed) => {
      expect(parseFolio(typed)).toBe(folio);
    },
  );
  it('forgives O for 0, and I or L for 1', () => {
    const look = makeFolio(2026, '0101010101AB');
    expect(parseFolio(look.replaceAll('0', 'o').replace('1', 'I').replace('1', 'l'))).toBe(look);
  });
  it('refuses one wrong symbol, another length, other symbols', () => {
    const wrong = folio.replace('K9', 'K8');
    for (const bad of [wrong, folio.slice(1), `${folio}0`, folio.replace('Z', 'U'), '', 'ACUSE']) {
      expect(parseFolio(bad)).toBeNull();
    }
  });
});

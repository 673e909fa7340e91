import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNatural, orderKey } from './natural-order.ts';

const UNITS = ['', 'Primero', 'Segundo', 'Tercero', 'Cuarto', 'Quinto', 'Sexto', 'Séptimo'].concat(
  'Octavo',
  'Noveno',
);
const TENS = ['', 'Décimo', 'Vigésimo', 'Trigésimo', 'Cuadragésimo', 'Quincuagésimo'].concat(
  'Sexagésimo',
  'Septuagésimo',
  'Octogésimo',
  'Nonagésimo',
);
/** «Centésimo Vigésimo Tercero»; `joined`: «vigesimotercero», as it is also written. */
const ordinal = (n: number, joined = false): string => {
  const [ten = '', unit = ''] = [TENS[Math.floor((n % 100) / 10)], UNITS[n % 10]];
  const both = joined && ten && unit ? `${ten}${unit}`.toLowerCase() : `${ten} ${unit}`;
  return `${n >= 100 ? 'Centésimo ' : ''}${both}`.replace(/\s+/g, ' ').trim();
};

describe('names in order', () => {
  it('go by the number that an ordinal is, however it is written', () => {
    const upTo199 = fc.integer({ min: 1, max: 199 });
    fc.assert(
      fc.property(upTo199, upTo199, fc.boolean(), fc.boolean(), (n, m, joinN, joinM) => {
        const [a, b] = [ordinal(n, joinN), ordinal(m, joinM)].map(
          (word) => `Juzgado ${word} de Distrito`,
        );
        expect(Math.sign(compareNatural(a!, b!) || 0)).toBe(
          n === m ? Math.sign(compareNatural(a!, b!)) : Math.sign(n - m),
        );
        if (n === m) expect(orderKey(a!)).toBe(orderKey(b!));
      }),
    );
  });

  it('are an order: any two, one way; any three, in a row', () => {
    const word = fc.constantFrom(
      'Sala',
      'Décimo',
      'décimo',
      'Primer',
      'Tercera',
      '12',
      '9',
      'Ñu',
      '',
    );
    const name = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(name, name, name, (a, b, c) => {
        expect(compareNatural(a, b) + compareNatural(b, a)).toBe(0);
        if (compareNatural(a, b) <= 0 && compareNatural(b, c) <= 0) {
          expect(compareNatural(a, c)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });

  it('are as people expect them', () => {
    const inOrder = [
      'Primer Circuito',
      'Primer Circuito › Ciudad de México',
      'Segundo Circuito',
      'Octavo Circuito',
      'Décimo Circuito',
      'Décimo Primer Circuito',
      'Decimosegundo Circuito',
      'Vigésimo Circuito',
      'Trigésimo Segundo Circuito',
      'Circuito sin número',
      'Juzgado 9 de lo civil',
      'Juzgado 10 de lo civil',
    ];
    expect(inOrder.toReversed().sort(compareNatural)).toEqual(inOrder);
    // Words that only begin like an ordinal are words.
    expect(orderKey('Decimal Segura Cuartel Quinta')).toBe('decimal segura cuartel 0015');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PUNTOS_CRITERIO } from '../convocatorias/contract.ts';
import {
  centesimasDe,
  faltasDeDictamen,
  hayDiferencia,
  limpiarDictamen,
  maximoDe,
  PUNTOS_MAXIMOS,
  puntosDeDictamen,
  puntosDeEtapa,
} from './rules.ts';

const CRITERIOS = [
  { id: 'a', nombre: 'Claridad', peso: 60 },
  { id: 'b', nombre: 'Viabilidad', peso: 40 },
];
const COMENTARIO = 'Explica con claridad qué se propone.';

it('the most points of a criterion are those of the contract', () => {
  expect(PUNTOS_MAXIMOS).toBe(PUNTOS_CRITERIO);
});

describe('the points of one score', () => {
  it('are each criterion times its weight', () => {
    const dictamen = {
      criterios: { a: { puntos: 3, comentario: '' }, b: { puntos: 1, comentario: '' } },
    };
    expect(puntosDeDictamen(CRITERIOS, dictamen)).toBe(220);
    expect(maximoDe(CRITERIOS)).toBe(400);
  });

  it('keep nothing of criteria that the rubric does not have', () => {
    const dictamen = {
      criterios: { a: { puntos: 3, comentario: ' sí ' }, z: { puntos: 4, comentario: '' } },
    };
    expect(limpiarDictamen(CRITERIOS, dictamen)).toEqual({
      criterios: { a: { puntos: 3, comentario: 'sí' } },
    });
  });
});

describe('a disagreement', () => {
  it('begins over the limit, not at it', () => {
    // 20 % of 400 is 80.
    expect(hayDiferencia([300, 220], 400, 20)).toBe(false);
    expect(hayDiferencia([300, 219], 400, 20)).toBe(true);
    expect(hayDiferencia([300], 400, 20)).toBe(false);
  });

  it('is the same in any order, and exact at the limit whatever the maximum', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 1000 }),
        (escala, limite, base) => {
          // The limit is a whole number of points.
          const maximo = escala * 100;
          const justo = escala * limite;
          expect(hayDiferencia([base, base + justo], maximo, limite)).toBe(false);
          expect(hayDiferencia([base + justo + 1, base], maximo, limite)).toBe(true);
        },
      ),
    );
  });
});

describe('the points of a stage', () => {
  const puntos = fc.integer({ min: 0, max: 400 });

  it('are the mean of two, exactly', () => {
    expect(puntosDeEtapa([], 400)).toBeNull();
    expect(puntosDeEtapa([300], 400)).toEqual({ num: 300, den: 400 });
    expect(puntosDeEtapa([300, 221], 400)).toEqual({ num: 521, den: 800 });
  });

  it('are the median once a third settled it', () => {
    expect(puntosDeEtapa([400, 100, 120], 400)).toEqual({ num: 120, den: 400 });
    expect(puntosDeEtapa([400, 100, 120], 400, false)).toEqual({ num: 620, den: 1200 });
    expect(puntosDeEtapa([400, 100, 120, 200], 400, true)).toEqual({ num: 320, den: 800 });
  });

  it('are between the lowest and the highest, in any order', () => {
    fc.assert(
      fc.property(
        fc.array(puntos, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (all, tercera) => {
          const { num, den } = puntosDeEtapa(all, 400, tercera)!;
          expect(num * 400).toBeGreaterThanOrEqual(Math.min(...all) * den);
          expect(num * 400).toBeLessThanOrEqual(Math.max(...all) * den);
          expect(puntosDeEtapa(all.toReversed(), 400, tercera)).toEqual({ num, den });
        },
      ),
    );
  });

  it('are rounded half up when they are shown', () => {
    expect(centesimasDe({ num: 1, den: 3 })).toBe(3333);
    expect(centesimasDe({ num: 2, den: 3 })).toBe(6667);
    // 0.00005 is half a hundredth of a point.
    expect(centesimasDe({ num: 1, den: 20_000 })).toBe(1);
    expect(centesimasDe({ num: 1, den: 20_001 })).toBe(0);
    expect(centesimasDe({ num: 7, den: 7 })).toBe(10_000);
  });
});

describe('what a score lacks to be delivered', () => {
  it('is said by criterion', () => {
    expect(
      faltasDeDictamen(
        CRITERIOS,
        {
          criterios: {
            a: { puntos: 0, comentario: COMENTARIO },
            b: { puntos: null, comentario: 'Sí' },
          },
        },
        30,
      ),
    ).toEqual({
      'b.puntos': 'Elija los puntos de «Viabilidad».',
      'b.comentario': 'El comentario de «Viabilidad» lleva 30 caracteres como mínimo; tiene 2.',
    });
  });

  it('is nothing when every criterion has whole points from 0 to 4 and a comment', () => {
    const con = (puntos: number) =>
      faltasDeDictamen(
        CRITERIOS.slice(0, 1),
        { criterios: { a: { puntos, comentario: COMENTARIO } } },
        30,
      );
    for (const puntos of [0, 1, 2, 3, 4]) expect(con(puntos)).toEqual({});
    for (const puntos of [-1, 5, 2.5, Number.NaN]) expect(con(puntos)).toHaveProperty(['a.puntos']);
  });

  it('counts characters as people do, without blanks around', () => {
    const con = (comentario: string) =>
      faltasDeDictamen(CRITERIOS.slice(0, 1), { criterios: { a: { puntos: 2, comentario } } }, 30);
    expect(con(`${'á'.repeat(29)}   `)).toHaveProperty(['a.comentario']);
    expect(con('👍'.repeat(30))).toEqual({});
  });
});

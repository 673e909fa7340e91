import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agrupacionDe,
  agrupacionesDe,
  diasDe,
  eficienciaDe,
  etiquetaDe,
  inicioDe,
  MAPA,
  MAX_BARRAS,
  mesMas,
  palabrasDeMes,
  pasoDeEtiquetas,
  rangoDe,
  serieDe,
  shareOf,
  vecinoDe,
} from './rules.ts';

describe('months', () => {
  it('go on over the ends of years, and have their last day', () => {
    expect(mesMas('2026-11', 2)).toBe('2027-01');
    expect(mesMas('2026-01', -11)).toBe('2025-02');
    expect(diasDe({ desde: '2028-02', hasta: '2028-02' })).toEqual({
      primero: '2028-02-01',
      ultimo: '2028-02-29',
    });
    expect(palabrasDeMes('2026-03')).toBe('marzo de 2026');
  });
});

describe('by what time is told', () => {
  it('is by day of two months, by month of more, and never more bars than fit', () => {
    expect(agrupacionDe({ desde: '2026-10', hasta: '2026-11' }, undefined)).toBe('dia');
    expect(agrupacionDe({ desde: '2026-09', hasta: '2026-11' }, undefined)).toBe('mes');
    expect(agrupacionDe({ desde: '2026-01', hasta: '2026-12' }, 'dia')).toBe('semana');
    expect(agrupacionDe({ desde: '2020-01', hasta: '2026-12' }, 'dia')).toBe('mes');
    expect(agrupacionesDe({ desde: '2026-11', hasta: '2026-11' })).toEqual([
      'dia',
      'semana',
      'mes',
    ]);
    expect(agrupacionesDe({ desde: '2025-12', hasta: '2026-11' })).toEqual(['semana', 'mes']);
  });

  it('begins weeks on Monday', () => {
    expect(inicioDe('2026-11-22', 'semana')).toBe('2026-11-16');
    expect(inicioDe('2026-11-23', 'semana')).toBe('2026-11-23');
    expect(inicioDe('2026-11-23', 'mes')).toBe('2026-11-01');
    expect(inicioDe('2026-11-23', 'dia')).toBe('2026-11-23');
  });
});

describe('the series of a plot', () => {
  it('has every month once and what was sent in its place, up to today', () => {
    const punto = { inicia: '2026-09-01', enviadas: 4, conLugar: 3 };
    const serie = serieDe([punto], { desde: '2026-08', hasta: '2027-02' }, 'mes', '2026-11-23');
    expect(serie.map(({ inicia, enviadas }) => [inicia, enviadas])).toEqual([
      ['2026-08-01', 0],
      ['2026-09-01', 4],
      ['2026-10-01', 0],
      ['2026-11-01', 0],
    ]);
  });

  it('loses nothing of what was counted, whatever the range', () => {
    const mes = fc.integer({ min: 0, max: 60 }).map((n) => mesMas('2024-01', n));
    fc.assert(
      fc.property(
        mes,
        fc.nat({ max: 40 }),
        fc.array(fc.nat({ max: 1_200 })),
        (desde, meses, dias) => {
          const rango = { desde, hasta: mesMas(desde, meses) };
          const por = agrupacionDe(rango, 'dia');
          const { primero, ultimo } = diasDe(rango);
          const inside = dias
            .map((n) => new Date(Date.parse(primero) + n * 86_400_000).toISOString().slice(0, 10))
            .filter((dia) => dia <= ultimo);
          const puntos = [...new Set(inside.map((dia) => inicioDe(dia, por)))]
            .sort()
            .map((inicia) => ({ inicia, enviadas: 1, conLugar: 1 }));
          const serie = serieDe(puntos, rango, por, '2099-01-01');
          expect(serie.filter(({ enviadas }) => enviadas > 0)).toEqual(puntos);
          expect(new Set(serie.map(({ inicia }) => inicia)).size).toBe(serie.length);
          if (por !== 'mes') expect(serie.length).toBeLessThanOrEqual(MAX_BARRAS + 2);
        },
      ),
    );
  });
});

it('the share that passed is of what ended, and of nothing it is none', () => {
  expect(eficienciaDe({ acreditadas: 3, noAcreditadas: 1, bajas: 0 })).toBe(0.75);
  expect(eficienciaDe({ acreditadas: 0, noAcreditadas: 0, bajas: 0 })).toBeNull();
});

it('a period ends this month, or with the year before', () => {
  expect(rangoDe('doce', '2026-03')).toEqual({ desde: '2025-04', hasta: '2026-03' });
  expect(rangoDe('pasado', '2026-03')).toEqual({ desde: '2025-01', hasta: '2025-12' });
  expect(rangoDe('anio', '2026-03')).toEqual({ desde: '2026-01', hasta: '2026-03' });
});

it('a part is said in whole per cents, and little is not nothing', () => {
  expect([shareOf(0, 0), shareOf(1, 300), shareOf(1, 3)]).toEqual([
    '0\u00a0%',
    'menos de 1\u00a0%',
    '33\u00a0%',
  ]);
});

it('the map has the 32 circuits, each in a place of its own', () => {
  expect(Object.keys(MAPA).map(Number)).toEqual(Array.from({ length: 32 }, (_, i) => i + 1));
  expect(new Set(Object.values(MAPA).map(String)).size).toBe(32);
});

it('what stands under a column is short, and there are as many as fit', () => {
  expect([etiquetaDe('2026-03-01', 'mes'), etiquetaDe('2026-03-09', 'semana')]).toEqual([
    'mar 2026',
    '9 mar',
  ]);
  expect([pasoDeEtiquetas(12, 12), pasoDeEtiquetas(60, 7), pasoDeEtiquetas(3, 0)]).toEqual([
    1, 9, 3,
  ]);
});

it('arrows go over the whole map, each the way it says', () => {
  expect(vecinoDe('ArrowRight', '15')).toBe('5');
  expect(vecinoDe('ArrowUp', '15')).toBeUndefined();
  expect(vecinoDe('a', '15')).toBeUndefined();
  const seen = new Set(['15']);
  for (const circuito of seen)
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) {
      const next = vecinoDe(key, circuito);
      if (!next) continue;
      seen.add(next);
      const [axis, sign] = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 1] }[key] ?? [
        1, -1,
      ];
      expect(Math.sign(MAPA[next]![axis as 0] - MAPA[circuito]![axis as 0])).toBe(sign);
    }
  expect(seen.size).toBe(32);
});

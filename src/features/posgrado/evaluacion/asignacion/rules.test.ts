import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elegirUno, type PorAsignar, type Sorteo, siguen, sortear } from './rules.ts';

type Caso = {
  semilla: string;
  cuantos: number;
  solicitudes: PorAsignar[];
  evaluadores: { id: string; carga: number }[];
  bloqueadas: ReadonlySet<string>;
  dudosas: ReadonlySet<string>;
};
const sorteoDe = ({ bloqueadas, dudosas, ...caso }: Caso): Sorteo => ({
  ...caso,
  isBloqueada: (e, s) => bloqueadas.has(`${e} ${s}`),
  isDudosa: (e, s) => dudosas.has(`${e} ${s}`),
});

const casos = (most: {
  solicitudes: number;
  evaluadores: number;
  cuantos: number;
  bloqueo: number;
}) =>
  fc
    .record({
      semilla: fc.string({ maxLength: 8 }),
      cuantos: fc.integer({ min: 1, max: most.cuantos }),
      s: fc.integer({ min: 1, max: most.solicitudes }),
      e: fc.integer({ min: 1, max: most.evaluadores }),
    })
    .chain(({ semilla, cuantos, s, e }) => {
      const solicitudes = Array.from({ length: s }, (_, i) => ({ id: `s${i}`, ya: [] }));
      const evaluadores = Array.from({ length: e }, (_, i) => ({ id: `e${i}`, carga: 0 }));
      const pairs = evaluadores.flatMap(({ id }) => solicitudes.map((one) => `${id} ${one.id}`));
      const some = fc
        .array(fc.double({ min: 0, max: 1, noNaN: true }), {
          minLength: pairs.length,
          maxLength: pairs.length,
        })
        .map((odds) => new Set(pairs.filter((_, i) => odds[i]! < most.bloqueo)));
      return fc.record({
        semilla: fc.constant(semilla),
        cuantos: fc.constant(cuantos),
        solicitudes: fc.constant(solicitudes),
        evaluadores: fc.constant(evaluadores),
        bloqueadas: some,
        dudosas: some,
      });
    });

const loadsOf = ({ cargas }: ReturnType<typeof sortear>) => [...cargas.values()];
const gapOf = (loads: readonly number[]) => Math.max(...loads) - Math.min(...loads);

/** All ways of giving each application that many of those who may have it. */
const everyWay = (caso: Caso): number[][] => {
  const { evaluadores, solicitudes, cuantos, bloqueadas } = caso;
  const choose = (from: readonly number[], n: number): number[][] =>
    n === 0
      ? [[]]
      : from.flatMap((one, i) => choose(from.slice(i + 1), n - 1).map((rest) => [one, ...rest]));
  let loads = [evaluadores.map(() => 0)];
  for (const { id } of solicitudes) {
    const may = evaluadores.flatMap((one, i) => (bloqueadas.has(`${one.id} ${id}`) ? [] : [i]));
    const ways = choose(may, Math.min(cuantos, may.length));
    const seen = new Map<string, number[]>();
    for (const before of loads) {
      for (const way of ways) {
        const after = before.map((n, i) => n + Number(way.includes(i)));
        seen.set(after.join(), after);
      }
    }
    loads = [...seen.values()];
  }
  return loads;
};

describe('the draw', () => {
  const caso = casos({ solicitudes: 40, evaluadores: 9, cuantos: 3, bloqueo: 0.3 });

  it('never gives a blocked pair, nor the same one twice', () => {
    fc.assert(
      fc.property(caso, (one) => {
        const { parejas } = sortear(sorteoDe(one));
        const keys = parejas.map((p) => `${p.evaluadorId} ${p.solicitudId}`);
        expect(keys.filter((key) => one.bloqueadas.has(key))).toEqual([]);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it('gives each application as many as are asked for, or as may have it, and says which lack some', () => {
    fc.assert(
      fc.property(caso, (one) => {
        const { parejas, incompletas } = sortear(sorteoDe(one));
        for (const { id } of one.solicitudes) {
          const may = one.evaluadores.filter((e) => !one.bloqueadas.has(`${e.id} ${id}`)).length;
          const got = parejas.filter((p) => p.solicitudId === id).length;
          expect(got).toBe(Math.min(one.cuantos, may));
          const said = incompletas.find((i) => i.solicitudId === id)?.faltan ?? 0;
          expect(said).toBe(Math.max(0, one.cuantos - may));
        }
      }),
    );
  });

  it('uses a doubtful pair only where those without doubts are not enough', () => {
    fc.assert(
      fc.property(caso, (one) => {
        const { parejas } = sortear(sorteoDe(one));
        for (const { id } of one.solicitudes) {
          const may = one.evaluadores.filter((e) => !one.bloqueadas.has(`${e.id} ${id}`));
          const sure = may.filter((e) => !one.dudosas.has(`${e.id} ${id}`)).length;
          const doubtful = parejas.filter(
            (p) => p.solicitudId === id && one.dudosas.has(`${p.evaluadorId} ${id}`),
          );
          const got = parejas.filter((p) => p.solicitudId === id).length;
          expect(doubtful.length).toBe(Math.max(0, got - sure));
        }
      }),
    );
  });

  it('counts what it gave', () => {
    fc.assert(
      fc.property(caso, (one) => {
        const { parejas, cargas } = sortear(sorteoDe(one));
        for (const { id } of one.evaluadores) {
          expect(cargas.get(id)).toBe(parejas.filter((p) => p.evaluadorId === id).length);
        }
      }),
    );
  });

  it('is the same whatever the order of what it is given, and another with another seed', () => {
    fc.assert(
      fc.property(caso, (one) => {
        const turned = {
          ...one,
          solicitudes: one.solicitudes.toReversed(),
          evaluadores: one.evaluadores.toReversed(),
        };
        expect(sortear(sorteoDe(turned)).parejas).toEqual(sortear(sorteoDe(one)).parejas);
      }),
    );
    const libre = {
      cuantos: 2,
      solicitudes: Array.from({ length: 30 }, (_, i) => ({ id: `s${i}`, ya: [] })),
      evaluadores: Array.from({ length: 8 }, (_, i) => ({ id: `e${i}`, carga: 0 })),
      bloqueadas: new Set<string>(),
      dudosas: new Set<string>(),
    };
    expect(sortear(sorteoDe({ ...libre, semilla: 'a' })).parejas).not.toEqual(
      sortear(sorteoDe({ ...libre, semilla: 'b' })).parejas,
    );
  });

  it('gives evaluators loads that differ by at most 1, or by the least possible', () => {
    const small = casos({ solicitudes: 5, evaluadores: 4, cuantos: 2, bloqueo: 0.35 });
    fc.assert(
      fc.property(small, (one) => {
        const sinDudas = { ...one, dudosas: new Set<string>() };
        const mine = loadsOf(sortear(sorteoDe(sinDudas)));
        const squares = (loads: readonly number[]) => loads.reduce((sum, n) => sum + n * n, 0);
        const ways = everyWay(sinDudas);
        expect(squares(mine)).toBe(Math.min(...ways.map(squares)));
        if (ways.some((loads) => gapOf(loads) <= 1)) expect(gapOf(mine)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  it('levels with what evaluators have already, and leaves that alone', () => {
    const { parejas, cargas } = sortear(
      sorteoDe({
        semilla: 'x',
        cuantos: 2,
        solicitudes: [
          { id: 's0', ya: ['e0'] },
          { id: 's1', ya: ['e0', 'e1'] },
          { id: 's2', ya: [] },
        ],
        evaluadores: [
          { id: 'e0', carga: 2 },
          { id: 'e1', carga: 1 },
          { id: 'e2', carga: 0 },
        ],
        bloqueadas: new Set(),
        dudosas: new Set(),
      }),
    );
    expect(parejas).toEqual([
      { solicitudId: 's0', evaluadorId: 'e2' },
      { solicitudId: 's2', evaluadorId: 'e1' },
      { solicitudId: 's2', evaluadorId: 'e2' },
    ]);
    expect([...cargas.values()]).toEqual([2, 2, 2]);
  });

  it('gives an interview to its panel only', () => {
    const { parejas, incompletas } = sortear(
      sorteoDe({
        semilla: 'x',
        cuantos: 2,
        solicitudes: [{ id: 's0', ya: [], solo: ['e1', 'e9'] }],
        evaluadores: [
          { id: 'e0', carga: 0 },
          { id: 'e1', carga: 5 },
        ],
        bloqueadas: new Set(),
        dudosas: new Set(),
      }),
    );
    expect(parejas).toEqual([{ solicitudId: 's0', evaluadorId: 'e1' }]);
    expect(incompletas).toEqual([{ solicitudId: 's0', faltan: 1 }]);
  });

  it('spreads pairs: without conflicts, none meets much more often than the others', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 8 }),
        fc.integer({ min: 20, max: 120 }),
        fc.integer({ min: 4, max: 9 }),
        (semilla, s, e) => {
          const { parejas, cargas } = sortear(
            sorteoDe({
              semilla,
              cuantos: 2,
              solicitudes: Array.from({ length: s }, (_, i) => ({ id: `s${i}`, ya: [] })),
              evaluadores: Array.from({ length: e }, (_, i) => ({ id: `e${i}`, carga: 0 })),
              bloqueadas: new Set(),
              dudosas: new Set(),
            }),
          );
          expect(gapOf([...cargas.values()])).toBeLessThanOrEqual(1);
          const meetings = Map.groupBy(
            Map.groupBy(parejas, (p) => p.solicitudId).values(),
            (both) => both.map((p) => p.evaluadorId).join(),
          );
          const counts = [...meetings.values()].map((all) => all.length);
          expect(Math.max(...counts)).toBeLessThanOrEqual(Math.ceil(s / ((e * (e - 1)) / 2)) + 1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('draws 300 applications among 8 evaluators in no time', () => {
    const bloqueadas = new Set(
      Array.from({ length: 200 }, (_, i) => `e${i % 8} s${(i * 7) % 300}`),
    );
    const began = performance.now();
    const { cargas, incompletas } = sortear(
      sorteoDe({
        semilla: 'trescientas',
        cuantos: 2,
        solicitudes: Array.from({ length: 300 }, (_, i) => ({ id: `s${i}`, ya: [] })),
        evaluadores: Array.from({ length: 8 }, (_, i) => ({ id: `e${i}`, carga: 0 })),
        bloqueadas,
        dudosas: new Set(),
      }),
    );
    expect(incompletas).toEqual([]);
    expect([...cargas.values()].every((n) => n === 75)).toBe(true);
    expect(performance.now() - began).toBeLessThan(3000);
  });
});

describe('who takes a place', () => {
  it('is whoever has least to do, without doubts if there is one such', () => {
    const candidatos = [
      { id: 'a', carga: 1, dudosa: true },
      { id: 'b', carga: 5, dudosa: false },
      { id: 'c', carga: 4, dudosa: false },
    ];
    expect(elegirUno(candidatos, 'x')).toBe('c');
    expect(elegirUno(candidatos.slice(0, 1), 'x')).toBe('a');
    expect(elegirUno([], 'x')).toBeNull();
  });

  it('is by the seed among equals, whatever their order', () => {
    const iguales = ['a', 'b', 'c', 'd'].map((id) => ({ id, carga: 2, dudosa: false }));
    const chosen = ['1', '2', '3', '4', '5', '6'].map((semilla) => elegirUno(iguales, semilla));
    expect(new Set(chosen).size).toBeGreaterThan(1);
    expect(['1', '2', '3', '4', '5', '6'].map((s) => elegirUno(iguales.toReversed(), s))).toEqual(
      chosen,
    );
  });
});

describe('who passed the stages before', () => {
  const centesimas = new Map<string, number | null>([
    ['a', 9000],
    ['b', 8000],
    ['c', 8000],
    ['d', 5999],
    ['e', null],
  ]);
  const todas = ['a', 'b', 'c', 'd', 'e'];

  it('reached the minimum, and has points', () => {
    expect(siguen(todas, [{ minimo: 6000, corte: null, centesimas }])).toEqual(['a', 'b', 'c']);
    expect(siguen(todas, [{ minimo: null, corte: null, centesimas }])).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
    expect(siguen(todas, [])).toEqual(todas);
  });

  it('is among the n best, with who ties with the n-th', () => {
    expect(siguen(todas, [{ minimo: null, corte: 1, centesimas }])).toEqual(['a']);
    expect(siguen(todas, [{ minimo: null, corte: 2, centesimas }])).toEqual(['a', 'b', 'c']);
    expect(siguen(todas, [{ minimo: null, corte: 9, centesimas }])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('counts those who came that far only', () => {
    const antes = { minimo: 8500, corte: null, centesimas };
    expect(siguen(todas, [antes, { minimo: null, corte: 1, centesimas }])).toEqual(['a']);
  });
});

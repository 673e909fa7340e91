import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Desempate } from '../convocatorias/contract.ts';
import type {
  CupoContado,
  Entradas,
  EtapaContada,
  Puntos,
  ResultadoRanking,
  SolicitudContada,
} from './contract.ts';
import {
  compararRankings,
  FORMULA,
  formatPuntos,
  formulaEnPalabras,
  lleganAEtapa,
  ordenar,
  pasanEtapa,
  puntosQueFaltan,
  puntuacionDeEtapa,
  razonesDe,
  repartirLugares,
} from './rules.ts';

const SECRETO = 'un secreto de prueba';
const sorteoDe = (folio: string) => createHash('sha256').update(`${SECRETO}${folio}`).digest('hex');

const etapa = (id: string, more: Partial<EtapaContada> = {}): EtapaContada => ({
  ...{ id, nombre: id, tipo: 'rubrica', peso: 100, minimo: null, corte: null, examen: null },
  ...more,
});
const examen = (centesimas: number): Puntos => ({ tipo: 'examen', centesimas });
const dictamenes = (puntos: number[], maximo: number, tercera = false): Puntos => ({
  tipo: 'dictamenes',
  dictamenes: puntos.map((one, at) => ({
    ...{ asignacionId: `a${at}`, puntos: one },
    tercera: tercera && at === puntos.length - 1,
  })),
  maximo,
});
const solicitud = (
  folio: string,
  puntos: (Puntos | null)[],
  more: Partial<SolicitudContada> = {},
) => ({
  ...{ id: `id-${folio}`, folio, cupos: [], afirmativa: false, antiguedadDias: null },
  ...{ excluida: false, conserva: false, puntos },
  ...more,
});
const entradas = (more: Partial<Entradas>): Entradas => ({
  ...{ formula: FORMULA, etapas: [etapa('unica')], desempates: [], orden: 'minimo', cupos: [] },
  ...{ lugares: 2, conEspera: true, sorteo: { hash: '', secreto: null }, solicitudes: [] },
  ...more,
});
const resumen = ({ filas }: ResultadoRanking) =>
  filas.map(({ folio, estado, cupo }) => `${folio} ${estado}${cupo ? ` ${cupo}` : ''}`);
const foliosDe = ({ filas }: ResultadoRanking, estado: string) =>
  filas.filter((fila) => fila.estado === estado).map(({ folio }) => folio);

describe('the points of a stage', () => {
  it('are the mean of two scores, rounded half up', () => {
    expect(puntuacionDeEtapa(dictamenes([3, 4], 8))).toBe(4375);
    // 1/3 of 100 is 33.33…, 2/3 is 66.67.
    expect(puntuacionDeEtapa(dictamenes([1], 3))).toBe(3333);
    expect(puntuacionDeEtapa(dictamenes([2], 3))).toBe(6667);
    // 0.005 of a point exactly goes up.
    expect(puntuacionDeEtapa(dictamenes([1], 20_000))).toBe(1);
    expect(puntuacionDeEtapa(dictamenes([1], 20_001))).toBe(0);
  });
  it('are the median once a third score settled a disagreement', () => {
    expect(puntuacionDeEtapa(dictamenes([10, 90, 80], 100))).toBe(6000);
    expect(puntuacionDeEtapa(dictamenes([10, 90, 80], 100, true))).toBe(8000);
    expect(puntuacionDeEtapa(dictamenes([10, 90, 80, 60], 100, true))).toBe(7000);
  });
  it('are none of who was absent, which is not 0', () => {
    expect(puntuacionDeEtapa({ tipo: 'ausente' })).toBeNull();
    expect(puntuacionDeEtapa(null)).toBeNull();
    expect(puntuacionDeEtapa(examen(0))).toBe(0);
  });
  it('are printed with two decimals', () => {
    expect([0, 5, 100, 8_750, 10_000].map(formatPuntos)).toEqual([
      ...['0.00', '0.05', '1.00', '87.50', '100.00'],
    ]);
  });
});

describe('what a stage lets pass', () => {
  const filas = [9000, 8000, 8000, 7000, 6000, null].map((centesimas, at) => ({
    ...{ id: `${at}`, centesimas },
  }));
  it('the n best, and all who tie with the n-th', () => {
    const pasan = pasanEtapa({ minimo: null, corte: 2 }, filas);
    expect([...pasan.values()]).toEqual([
      ...['pasa', 'pasa', 'pasa', 'fueraDeCorte', 'fueraDeCorte', 'ausente'],
    ]);
  });
  it('those who reach the minimum, to the hundredth', () => {
    const pasan = pasanEtapa({ minimo: 7000, corte: null }, filas);
    expect([...pasan.values()]).toEqual([
      ...['pasa', 'pasa', 'pasa', 'pasa', 'bajoMinimo', 'ausente'],
    ]);
    expect(pasanEtapa({ minimo: 7001, corte: null }, filas).get('3')).toBe('bajoMinimo');
  });
  it('the best of those who reach the minimum, fewer than n when there are no more', () => {
    const pasan = pasanEtapa({ minimo: 8500, corte: 4 }, filas);
    expect([...pasan.values()].filter((one) => one === 'pasa')).toHaveLength(1);
  });
  it('who has a published place passes whatever they have now', () => {
    const conserva = filas.map((fila) => ({ ...fila, conserva: true }));
    expect(new Set(pasanEtapa({ minimo: 9999, corte: 1 }, conserva).values())).toEqual(
      new Set(['pasa']),
    );
  });
});

describe('the stages in order', () => {
  const dos = entradas({
    etapas: [
      etapa('papeles', { tipo: 'documental', peso: 0 }),
      etapa('examen', { tipo: 'examen', peso: 40, minimo: 6000 }),
      etapa('proyecto', { peso: 60, corte: 2 }),
    ],
    lugares: 1,
    solicitudes: [
      solicitud('A', [null, examen(9000), dictamenes([10, 10], 20)]),
      solicitud('B', [null, examen(7000), dictamenes([20, 20], 20)]),
      solicitud('C', [null, examen(6000), dictamenes([5, 5], 20)]),
      solicitud('D', [null, examen(5999), null]),
      solicitud('E', [null, { tipo: 'ausente' }, null]),
      solicitud('F', [null, null, null], { excluida: true }),
    ],
  });
  const { filas } = ordenar(dos, sorteoDe);
  it('who stops in one is not looked at in the next', () => {
    expect(resumen({ filas })).toEqual([
      ...['B admitida', 'A listaDeEspera', 'C noAdmitida', 'D noAdmitida', 'E noAdmitida'],
      'F noAdmitida',
    ]);
    expect(filas.map(({ detenida }) => detenida)).toEqual([
      ...[null, null, 'proyecto', 'examen', 'examen', null],
    ]);
    // B: 40 × 0.7 + 60 × 1 = 88; A: 40 × 0.9 + 60 × 0.5 = 66.
    expect(filas.map(({ total }) => total)).toEqual([8800, 6600, null, null, null, null]);
  });
  it('every row says why', () => {
    const razones = filas.map((fila) => razonesDe(fila, dos, { contra: false }));
    expect(razones).toEqual([
      ['Obtuvo 88.00 puntos: posición 1.', 'Tiene un lugar general.'],
      ['Obtuvo 66.00 puntos: posición 2.', 'Tiene el número 1 de la lista de espera.'],
      [
        'Obtuvo 25.00 en la etapa «proyecto»; continuaron las 2 puntuaciones más altas y sus empates.',
      ],
      ['Obtuvo 59.99 en la etapa «examen»; el mínimo es 60.00.'],
      ['No se presentó a la etapa «examen».'],
      ['Se excluyó del concurso antes de los resultados.'],
    ]);
    expect(formulaEnPalabras(dos.etapas)).toBe(
      'Total = 40 × puntos ÷ máximo de «examen» + 60 × puntos ÷ máximo de «proyecto», redondeado a dos decimales (la mitad, hacia arriba).',
    );
  });
  it('who reaches a stage passed those before it', () => {
    expect(lleganAEtapa(dos, 'examen')).toHaveLength(5);
    expect(lleganAEtapa(dos, 'proyecto')).toEqual(['id-A', 'id-B', 'id-C']);
  });
  it('what was never scored is told, and is not taken for an absence', () => {
    expect(puntosQueFaltan(dos)).toEqual([]);
    const [a, b, ...more] = dos.solicitudes;
    const sin = [
      { ...a!, puntos: [null, examen(9000), null] },
      { ...b!, puntos: [null, examen(7000), dictamenes([], 20)] },
    ];
    expect(puntosQueFaltan({ ...dos, solicitudes: [...more, ...sin] })).toEqual([
      { etapaId: 'proyecto', folios: ['A', 'B'] },
    ]);
  });
});

describe('ties', () => {
  const empatadas = (desempates: Desempate[], more: Partial<SolicitudContada>[]) =>
    ordenar(
      entradas({
        etapas: [etapa('uno', { peso: 50 }), etapa('dos', { peso: 50 })],
        desempates,
        lugares: 1,
        solicitudes: more.map((one, at) => solicitud(`F${at}`, [examen(8000), examen(8000)], one)),
      }),
      sorteoDe,
    ).filas;
  it('equal in print is a tie, however little they differ', () => {
    // 2/3 and 66.67 hundredths: the exact totals differ, what is printed does not.
    const { filas } = ordenar(
      entradas({
        solicitudes: [
          solicitud('A', [dictamenes([2], 3)]),
          solicitud('B', [examen(6667)], { afirmativa: true }),
        ],
        desempates: [{ por: 'afirmativa' }],
      }),
      sorteoDe,
    );
    expect(filas.map(({ folio, total }) => [folio, total])).toEqual([
      ['B', 6667],
      ['A', 6667],
    ]);
  });
  it('a stage decides first, when the bases say so', () => {
    const puntos = [
      [examen(9000), examen(7000)],
      [examen(7000), examen(9000)],
    ];
    const filas = empatadas(
      [{ por: 'etapa', etapaId: 'dos' }],
      [{ puntos: puntos[0]! }, { puntos: puntos[1]! }],
    );
    expect(filas.map(({ folio }) => folio)).toEqual(['F1', 'F0']);
    expect(filas[1]!.desempate).toEqual({
      ...{ por: 'etapa', etapaId: 'dos', contra: 'F1', gana: false },
    });
  });
  it('affirmative action and seniority, in the order of the bases', () => {
    const casos = [
      { antiguedadDias: 900 },
      { antiguedadDias: 30, afirmativa: true },
      { antiguedadDias: null },
      { antiguedadDias: 30 },
    ];
    const orden = (desempates: Desempate[]) =>
      empatadas(desempates, casos).map(({ folio }) => folio);
    expect(orden([{ por: 'afirmativa' }, { por: 'antiguedad' }])).toEqual(['F1', 'F0', 'F3', 'F2']);
    expect(orden([{ por: 'antiguedad' }, { por: 'afirmativa' }])).toEqual(['F0', 'F1', 'F3', 'F2']);
  });
  it('the draw decides at last: the lower digest goes first, and anybody can recompute it', () => {
    const filas = empatadas([{ por: 'antiguedad' }], [{}, {}, {}, {}]);
    const esperado = ['F0', 'F1', 'F2', 'F3'].toSorted((a, b) =>
      sorteoDe(a) < sorteoDe(b) ? -1 : 1,
    );
    expect(filas.map(({ folio }) => folio)).toEqual(esperado);
    expect(filas[0]!.desempate).toEqual({
      ...{ por: 'sorteo', etapaId: null, contra: esperado[1], gana: true },
    });
    expect(razonesDe(filas[1]!, entradas({}), { contra: false })[1]).toBe(
      `Empató con otra solicitud (folio ${esperado[0]}) y va después: decidió el sorteo.`,
    );
  });
  it('of a tie at the last seat one is admitted, and no more (SAPOS#590)', () => {
    const filas = empatadas([], [{}, {}, {}]);
    expect(filas.map(({ estado }) => estado)).toEqual([
      ...['admitida', 'listaDeEspera', 'listaDeEspera'],
    ]);
    expect(filas.map(({ espera }) => espera)).toEqual([null, 1, 2]);
  });
});

const mujeres: CupoContado = { clave: 'm', nombre: 'Mujeres', lugares: 2, liberaDias: null };
const fuera: CupoContado = { clave: 'f', nombre: 'Foráneas', lugares: 1, liberaDias: 3 };

describe('seats kept for some, by a table made by hand', () => {
  // Best first; what each may take. Four seats: two of «m», one of «f», one general.
  const enOrden = [
    ...[
      { id: '1', cupos: ['m'] },
      { id: '2', cupos: [] },
      { id: '3', cupos: ['m', 'f'] },
    ],
    ...[
      { id: '4', cupos: [] },
      { id: '5', cupos: ['f'] },
      { id: '6', cupos: ['m'] },
    ],
  ];
  const reparte = (more: Partial<Entradas>, gente = enOrden) =>
    Object.fromEntries(
      repartirLugares({ lugares: 4, cupos: [mujeres, fuera], orden: 'minimo', ...more }, gente),
    );
  it('minimo: reserved seats first, so that the best of a quota use them up', () => {
    expect(reparte({})).toEqual({ 1: 'm', 3: 'm', 5: 'f', 2: null });
  });
  it('adicional: the general ones first, so that the reserved ones reach further', () => {
    expect(reparte({ orden: 'adicional' })).toEqual({ 1: null, 3: 'm', 6: 'm', 5: 'f' });
  });
  it('the order among the quotas decides, too', () => {
    expect(reparte({ cupos: [fuera, mujeres] })).toEqual({ 3: 'f', 1: 'm', 6: 'm', 2: null });
  });
  it('what nobody entitled takes is kept, or goes to all, as the version says', () => {
    const sinMujeres = enOrden.map(({ id, cupos }) => ({
      id,
      cupos: cupos.filter((one) => one !== 'm'),
    }));
    expect(reparte({}, sinMujeres)).toEqual({ 1: null, 3: 'f' });
    const libera = { ...mujeres, liberaDias: 3 };
    expect(reparte({ cupos: [libera, fuera] }, sinMujeres)).toEqual({
      ...{ 1: null, 2: null, 3: 'f', 4: null },
    });
    expect(reparte({ cupos: [libera, fuera], orden: 'adicional' }, sinMujeres)).toEqual({
      ...{ 1: null, 2: null, 3: 'f', 4: null },
    });
  });
  it('more reserved seats than seats give no more than there are', () => {
    expect(reparte({ lugares: 1 })).toEqual({ 1: 'm' });
    expect(reparte({ lugares: 0 })).toEqual({});
  });
});

it('what two rankings differ in is told by folio', () => {
  const uno = entradas({
    lugares: 1,
    solicitudes: [
      solicitud('A', [examen(8000)]),
      solicitud('B', [examen(7000)]),
      solicitud('C', [examen(6000)]),
    ],
  });
  const [a, , c] = uno.solicitudes;
  const otro = { ...uno, solicitudes: [a!, c!, solicitud('B', [examen(9000)])] };
  const cambios = compararRankings(ordenar(uno, sorteoDe), ordenar(otro, sorteoDe));
  expect(cambios).toEqual([
    {
      folio: 'A',
      antes: { estado: 'admitida', posicion: 1, total: 8000 },
      despues: { estado: 'listaDeEspera', posicion: 2, total: 8000 },
    },
    {
      folio: 'B',
      antes: { estado: 'listaDeEspera', posicion: 2, total: 7000 },
      despues: { estado: 'admitida', posicion: 1, total: 9000 },
    },
  ]);
});

// --- As inputs come: few different scores, so that there are ties everywhere.

const CLAVES = ['a', 'b', 'c'];
const unPuntaje = fc.oneof(
  fc.constantFrom(5000, 6000, 6667, 7000).map(examen),
  fc.constant<Puntos>({ tipo: 'ausente' }),
  fc
    .tuple(fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([puntos, tercera]) => dictamenes(puntos, 12, tercera && puntos.length > 2)),
);
const unasEntradas = fc
  .record({
    pesos: fc.constantFrom([100], [40, 60], [50, 25, 25], [0, 100]),
    minimos: fc.array(fc.option(fc.constantFrom(5000, 6500)), { minLength: 3, maxLength: 3 }),
    cortes: fc.array(fc.option(fc.integer({ min: 1, max: 6 })), { minLength: 3, maxLength: 3 }),
    orden: fc.constantFrom('minimo' as const, 'adicional' as const),
    lugares: fc.integer({ min: 0, max: 8 }),
    conEspera: fc.boolean(),
    cupos: fc.array(
      fc.record({
        lugares: fc.integer({ min: 0, max: 3 }),
        liberaDias: fc.option(fc.constant(3)),
      }),
      { maxLength: 3 },
    ),
    desempates: fc.subarray<Desempate>([
      { por: 'etapa', etapaId: 'e0' },
      { por: 'afirmativa' },
      { por: 'antiguedad' },
    ]),
    gente: fc.array(
      fc.record({
        cupos: fc.subarray(CLAVES),
        afirmativa: fc.boolean(),
        antiguedadDias: fc.option(fc.constantFrom(10, 20)),
        excluida: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
        puntos: fc.array(unPuntaje, { minLength: 3, maxLength: 3 }),
      }),
      { maxLength: 16 },
    ),
  })
  .map(
    ({ pesos, minimos, cortes, cupos, gente, ...more }): Entradas =>
      entradas({
        ...more,
        etapas: pesos.map((peso, at) =>
          etapa(`e${at}`, { peso, minimo: minimos[at]!, corte: cortes[at]! }),
        ),
        cupos: cupos.map((cupo, at) => ({ ...cupo, clave: CLAVES[at]!, nombre: CLAVES[at]! })),
        solicitudes: gente.map(({ puntos, ...one }, at) =>
          solicitud(`PG-${String(at).padStart(2, '0')}`, puntos.slice(0, pesos.length), one),
        ),
      }),
  );

/** The same ranking by another way: counting who beats whom, and giving the seats out one at a time. */
const porOtroCamino = (e: Entradas) => {
  const proporcion = (puntos: Puntos | null): [bigint, bigint] | null => {
    if (!puntos || puntos.tipo === 'ausente') return null;
    if (puntos.tipo === 'examen') return [BigInt(puntos.centesimas), 10_000n];
    const dados = puntos.dictamenes.map((one) => BigInt(one.puntos));
    const max = BigInt(puntos.maximo);
    if (puntos.dictamenes.some(({ tercera }) => tercera)) {
      // Each time the highest and the lowest go, until the middle is left.
      const enOrden = [...dados];
      const sacar = (es: (a: bigint, b: bigint) => boolean) => {
        const extremo = enOrden.reduce((a, b) => (es(a, b) ? a : b));
        enOrden.splice(enOrden.indexOf(extremo), 1);
      };
      while (enOrden.length > 2) {
        sacar((a, b) => a > b);
        sacar((a, b) => a < b);
      }
      return [enOrden.reduce((a, b) => a + b), max * BigInt(enOrden.length)];
    }
    return [dados.reduce((a, b) => a + b), max * BigInt(dados.length)];
  };
  /** Long division to thousandths and the remainder, then half up by the digit. */
  const redondea = (n: bigint, d: bigint): number => {
    const milesimas = (n * 1000n) / d;
    const [entero, digito] = [milesimas / 10n, milesimas % 10n];
    return Number(entero + (digito >= 5n ? 1n : 0n));
  };
  const puntuacion = (puntos: Puntos | null) => {
    const p = proporcion(puntos);
    return p && redondea(p[0] * 100n, p[1]);
  };
  let vivas = e.solicitudes.filter(({ excluida }) => !excluida);
  e.etapas.forEach((una, at) => {
    const con = (s: SolicitudContada) => puntuacion(s.puntos[at] ?? null);
    const bien = vivas.filter((s) => con(s) !== null && con(s)! >= (una.minimo ?? 0));
    vivas = bien.filter(
      (s) => una.corte === null || bien.filter((o) => con(o)! > con(s)!).length < una.corte,
    );
  });
  const total = (s: SolicitudContada) => {
    const partes = e.etapas.map(
      ({ peso }, at) => [BigInt(peso), proporcion(s.puntos[at] ?? null)] as const,
    );
    const comun = partes.reduce((d, [, p]) => d * (p?.[1] ?? 1n), 1n);
    const suma = partes.reduce((n, [peso, p]) => n + (p ? (peso * p[0] * comun) / p[1] : 0n), 0n);
    return redondea(suma, comun);
  };
  const claves = (s: SolicitudContada): (number | string)[] => [
    -total(s),
    ...e.desempates.map(({ por }) =>
      por === 'etapa'
        ? -(puntuacion(s.puntos[0] ?? null) ?? -1)
        : por === 'afirmativa'
          ? s.afirmativa
            ? 0
            : 1
          : -(s.antiguedadDias ?? -1),
    ),
    sorteoDe(s.folio),
  ];
  const gana = (a: SolicitudContada, b: SolicitudContada) => {
    const [ka, kb] = [claves(a), claves(b)];
    const at = ka.findIndex((k, n) => k !== kb[n]);
    return at >= 0 && ka[at]! < kb[at]!;
  };
  const posicion = new Map(vivas.map((s) => [s.folio, 1 + vivas.filter((o) => gana(o, s)).length]));
  // A list of slots, in the order in which they are filled.
  const nulas = e.cupos.flatMap((c) => Array.from({ length: c.lugares }, () => c));
  const generales = Array.from({ length: Math.max(e.lugares - nulas.length, 0) }, () => null);
  const casillas = e.orden === 'minimo' ? [...nulas, ...generales] : [...generales, ...nulas];
  const lugar = new Map<string, string | null>();
  let liberadas = 0;
  const mejor = (pide: (s: SolicitudContada) => boolean) =>
    vivas
      .filter((s) => !lugar.has(s.folio) && pide(s))
      .reduce<SolicitudContada | null>(
        (a, b) => (a && posicion.get(a.folio)! < posicion.get(b.folio)! ? a : b),
        null,
      );
  for (const cupo of casillas.slice(0, e.lugares)) {
    const una = mejor((s) => cupo === null || s.cupos.includes(cupo.clave));
    if (una) lugar.set(una.folio, cupo?.clave ?? null);
    else if (cupo?.liberaDias != null) liberadas += 1;
  }
  for (; liberadas > 0; liberadas -= 1) {
    const una = mejor(() => true);
    if (una) lugar.set(una.folio, null);
  }
  return { posicion, lugar, total: new Map(vivas.map((s) => [s.folio, total(s)])) };
};

describe('whatever the inputs', () => {
  it('the order in which they are given changes nothing', () => {
    fc.assert(
      fc.property(unasEntradas, fc.infiniteStream(fc.nat()), (e, azar) => {
        const barajadas = e.solicitudes
          .map((one) => ({ one, n: azar.next().value }))
          .toSorted((a, b) => a.n - b.n)
          .map(({ one }) => one);
        expect(ordenar({ ...e, solicitudes: barajadas }, sorteoDe)).toEqual(ordenar(e, sorteoDe));
      }),
    );
  });

  it('another algorithm comes to the same', () => {
    fc.assert(
      fc.property(unasEntradas, (e) => {
        const { filas } = ordenar(e, sorteoDe);
        const otro = porOtroCamino(e);
        const puestas = filas.filter(({ posicion }) => posicion !== null);
        expect(new Map(puestas.map(({ folio, posicion }) => [folio, posicion]))).toEqual(
          new Map([...otro.posicion].toSorted((a, b) => a[1] - b[1])),
        );
        for (const { folio, total } of puestas) expect(total).toBe(otro.total.get(folio));
        const dados = filas.filter(({ estado }) => estado === 'admitida');
        expect(dados.map(({ folio, cupo }) => [folio, cupo]).toSorted()).toEqual(
          [...otro.lugar].toSorted(),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('nobody more is admitted than there are seats, and every row has one outcome', () => {
    fc.assert(
      fc.property(unasEntradas, (e) => {
        const resultado = ordenar(e, sorteoDe);
        expect(foliosDe(resultado, 'admitida').length).toBeLessThanOrEqual(e.lugares);
        expect(new Set(resultado.filas.map(({ folio }) => folio)).size).toBe(e.solicitudes.length);
        const esperan = resultado.filas.filter(({ estado }) => estado === 'listaDeEspera');
        expect(esperan.map(({ espera }) => espera)).toEqual(esperan.map((_, at) => at + 1));
        if (!e.conEspera) expect(esperan).toEqual([]);
      }),
    );
  });

  it('quotas are kept: as many of those entitled are admitted as have seats kept for them', () => {
    fc.assert(
      fc.property(unasEntradas, (e) => {
        fc.pre(e.cupos.reduce((sum, { lugares }) => sum + lugares, 0) <= e.lugares);
        const suyos = new Map(e.solicitudes.map(({ folio, cupos }) => [folio, cupos]));
        const { filas } = ordenar(e, sorteoDe);
        for (const { clave, lugares } of e.cupos) {
          const con = filas.filter(
            ({ folio, posicion }) => posicion !== null && suyos.get(folio)!.includes(clave),
          );
          const dentro = con.filter(({ estado }) => estado === 'admitida');
          expect(dentro.length).toBeGreaterThanOrEqual(Math.min(lugares, con.length));
          expect(filas.filter(({ cupo }) => cupo === clave).length).toBeLessThanOrEqual(lugares);
        }
        for (const { folio, cupo } of filas) {
          if (cupo !== null) expect(suyos.get(folio)).toContain(cupo);
        }
      }),
    );
  });

  it('nobody loses a seat to one who comes after them and may take no other seats', () => {
    fc.assert(
      fc.property(unasEntradas, (e) => {
        const suyos = new Map(e.solicitudes.map(({ folio, cupos }) => [folio, cupos.join()]));
        const { filas } = ordenar(e, sorteoDe);
        const sin = filas.filter(
          ({ posicion, estado }) => posicion !== null && estado !== 'admitida',
        );
        for (const { folio, posicion } of sin) {
          const detras = filas.filter(
            (otra) =>
              otra.estado === 'admitida' &&
              otra.posicion! > posicion! &&
              suyos.get(otra.folio) === suyos.get(folio),
          );
          expect(detras).toEqual([]);
        }
      }),
    );
  });

  it('what decided a tie is true of the two', () => {
    fc.assert(
      fc.property(unasEntradas, (e) => {
        const { filas } = ordenar(e, sorteoDe);
        const porFolio = new Map(filas.map((fila) => [fila.folio, fila]));
        for (const fila of filas) {
          if (!fila.desempate) continue;
          const otra = porFolio.get(fila.desempate.contra)!;
          expect(otra.total).toBe(fila.total);
          expect(fila.posicion! < otra.posicion!).toBe(fila.desempate.gana);
        }
      }),
    );
  });
});

it('five thousand applications are ordered within two seconds', () => {
  const folios = Array.from({ length: 5_000 }, (_, at) => `PG26-${String(at).padStart(5, '0')}`);
  const muchas = entradas({
    etapas: [etapa('examen', { tipo: 'examen', peso: 40, corte: 3_000 }), etapa('r', { peso: 60 })],
    lugares: 300,
    cupos: [{ ...mujeres, lugares: 100 }],
    desempates: [{ por: 'antiguedad' }],
    solicitudes: folios.map((folio, at) =>
      solicitud(
        folio,
        [examen((at * 7919) % 10_001), dictamenes([at % 400, (at * 31) % 400], 400)],
        {
          cupos: at % 3 === 0 ? ['m'] : [],
          antiguedadDias: at % 50,
        },
      ),
    ),
  });
  const desde = performance.now();
  const resultado = ordenar(muchas, sorteoDe);
  expect(performance.now() - desde).toBeLessThan(2_000);
  expect(foliosDe(resultado, 'admitida')).toHaveLength(300);
});

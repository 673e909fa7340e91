import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REGLA_VENTANA } from '../../../../tests/factories/plantillas.ts';
import {
  algunaDe,
  dato,
  hoja,
  judgeCasos,
  makeCasos,
  ningunaDe,
  regla,
  todasDe,
} from '../../../../tests/factories/reglas.ts';
import type { Dato, Grupo, Hechos, Hoja, ValorHecho } from './contract.ts';
import type { Tri } from './operadores/rules.ts';
import {
  alguna,
  evaluateReglas,
  type Fallo,
  fieldsOfReglas,
  judgeReglas,
  MAX_NIVEL,
  mayEnroll,
  needsRevision,
  not,
  paraPersonal,
  puntosOf,
  splitField,
  todas,
} from './rules.ts';

const ABRE = '2026-11-01T15:00:00.000Z';
const CIERRA = '2026-11-30T23:59:00.000Z';
const ventana = (valor: ValorHecho): Hechos => ({
  'edicion.inscripcion': dato('periodo', valor, { nombre: 'Periodo de inscripción' }),
});
const hechos = ventana({ abre: ABRE, cierra: CIERRA });
const at = (ahora: string, facts = hechos) =>
  evaluateReglas([REGLA_VENTANA], facts, new Date(ahora))[0]!;

describe('the window of enrolment', () => {
  it.each([
    [
      '2026-11-01T14:59:59.999Z',
      false,
      'La inscripción abre el 1 de noviembre de 2026, 09:00\u00a0h y cierra el 30 de noviembre de 2026, 17:59\u00a0h.',
    ],
    [
      ABRE,
      true,
      'La inscripción está abierta desde el 1 de noviembre de 2026, 09:00\u00a0h y cierra el 30 de noviembre de 2026, 17:59\u00a0h.',
    ],
    ['2026-11-30T23:58:59.999Z', true, 'La inscripción está abierta'],
    [CIERRA, false, 'La inscripción cerró el 30 de noviembre de 2026, 17:59\u00a0h.'],
  ])('at %s', (ahora, cumple, detalle) => {
    const result = at(ahora);
    expect(result).toMatchObject({ clave: 'ventana', efecto: 'impide', cumple, sinDato: false });
    expect(result.detalle).toContain(detalle);
    expect(result.mensaje).toBe(cumple ? null : REGLA_VENTANA.mensaje);
    expect(result.evidencia).toEqual({
      inscripcionAbre: ABRE,
      inscripcionCierra: CIERRA,
      ahora: new Date(ahora).toISOString(),
    });
  });

  it.each<[Hechos]>([
    [ventana(null)],
    [ventana({ abre: null, cierra: CIERRA })],
    [ventana({ abre: ABRE, cierra: null })],
    [ventana({ abre: 'pronto', cierra: CIERRA })],
    [ventana('siempre')],
    [{}],
  ])('without the fact is «sin dato», never a pass: %j', (facts) => {
    const result = at(ABRE, facts);
    expect(result).toMatchObject({ cumple: false, sinDato: true });
    expect(result.detalle.toLowerCase()).toContain('sin dato');
    expect(mayEnroll([result])).toBe(false);
  });

  it('holds exactly between its ends', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (ahora) => {
        const inside = ahora >= new Date(ABRE) && ahora < new Date(CIERRA);
        expect(evaluateReglas([REGLA_VENTANA], hechos, ahora)[0]!.cumple).toBe(inside);
      }),
    );
  });
});

describe('three values', () => {
  const [t, f, u]: Tri[] = [true, false, null];

  it('not', () => expect([t, f, u].map((one) => not(one!))).toEqual([false, true, null]));

  it.each<[Tri, Tri, Tri, Tri]>([
    // a, b, todas, alguna
    [true, true, true, true],
    [true, false, false, true],
    [true, null, null, true],
    [false, true, false, true],
    [false, false, false, false],
    [false, null, false, null],
    [null, true, null, true],
    [null, false, false, null],
    [null, null, null, null],
  ])('%s and %s: todas %s, alguna %s', (a, b, all, any) => {
    expect(todas([a, b])).toBe(all);
    expect(alguna([a, b])).toBe(any);
  });

  it('of none, nothing is known', () => {
    expect([todas([]), alguna([])]).toEqual([null, null]);
  });

  const tri = fc.constantFrom<Tri>(true, false, null);
  const tree = fc.letrec<{ node: Shape }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      tri.map((valor): Shape => ({ valor })),
      fc.record({
        or: fc.boolean(),
        not: fc.boolean(),
        rules: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
      }),
    ),
  })).node;
  type Shape = { valor: Tri } | { or: boolean; not: boolean; rules: Shape[] };

  /** Each leaf asks of a fact of its own. */
  const built = (shape: Shape) => {
    const values: Tri[] = [];
    const build = (one: Shape): Grupo | Hoja => {
      if ('valor' in one) return hoja(`f.${values.push(one.valor) - 1}`, '=', true);
      return { combinator: one.or ? 'or' : 'and', not: one.not, rules: one.rules.map(build) };
    };
    return { condicion: todasDe(build(shape)), values };
  };
  const judge = (condicion: Grupo, values: readonly Tri[]): Tri => {
    const facts = Object.fromEntries(values.map((v, i) => [`f.${i}`, dato('booleano', v)]));
    const { cumple, sinDato } = evaluateReglas([regla(condicion)], facts, new Date(0))[0]!;
    expect(cumple && sinDato).toBe(false);
    return sinDato ? null : cumple;
  };

  it('is what holds whatever the missing facts turn out to be', () => {
    fc.assert(
      fc.property(tree, (shape) => {
        const { condicion, values } = built(shape);
        const missing = values.flatMap((v, i) => (v === null ? [i] : []));
        fc.pre(missing.length <= 8);
        const all = Array.from({ length: 2 ** missing.length }, (_, bits) =>
          judge(
            condicion,
            values.map((v, i) => v ?? ((bits >> missing.indexOf(i)) & 1) === 1),
          ),
        );
        const same = all.every((one) => one === all[0]);
        expect(judge(condicion, values)).toBe(same ? all[0] : null);
      }),
      { numRuns: 600, seed: 13 },
    );
  });

  it('a missing fact alone never passes, whatever is around it', () => {
    fc.assert(
      fc.property(tree, (shape) => {
        const { condicion, values } = built(shape);
        expect(
          judge(
            condicion,
            values.map(() => null),
          ),
        ).toBe(null);
      }),
      { numRuns: 300, seed: 13 },
    );
  });
});

describe('the table of cases', () => {
  const AHORA = new Date('2026-11-22T05:59:59.999Z');
  const F: Hechos = {
    'a.edad': dato('numero', 35, { unidad: ['año', 'años'] }),
    'a.cero': dato('numero', 0),
    'a.sinNumero': dato('numero', null),
    'a.infinito': dato('numero', Number.NaN),
    'a.si': dato('booleano', true),
    'a.no': dato('booleano', false),
    'a.nose': dato('booleano', null),
    'a.nombre': dato('texto', 'Pérez Ruiz'),
    'a.vacio': dato('texto', ''),
    'a.ingreso': dato('fecha', '2020-02-29'),
    'a.instante': dato('fecha', '2026-11-22T05:59:59.999Z'),
    'a.noexiste': dato('fecha', '2026-02-30'),
    'a.categoria': dato('clave', 'JUEZ'),
    'a.estudios': dato('claves', ['LIC', 'MAE']),
    'a.ningunos': dato('claves', []),
    'a.sinlista': dato('claves', null),
    'a.textoPorNumero': dato('numero', '35'),
    'a.periodo': dato('periodo', { abre: ABRE, cierra: CIERRA }),
  };
  const si: Hoja = hoja('a.si', '=', true);
  const no: Hoja = hoja('a.no', '=', true);
  const nose: Hoja = hoja('a.nose', '=', true);
  const deep = (levels: number): Grupo => (levels === 0 ? todasDe(si) : todasDe(deep(levels - 1)));

  it.each<[Grupo | Hoja, Tri]>([
    // Numbers
    [hoja('a.edad', '=', 35), true],
    [hoja('a.edad', '=', 36), false],
    [hoja('a.edad', '!=', 35), false],
    [hoja('a.edad', '<', 35), false],
    [hoja('a.edad', '<=', 35), true],
    [hoja('a.edad', '>', 34.5), true],
    [hoja('a.edad', '>=', 35), true],
    [hoja('a.edad', 'between', [35, 40]), true],
    [hoja('a.edad', 'between', [20, 35]), true],
    [hoja('a.edad', 'between', [36, 40]), false],
    [hoja('a.edad', 'between', [40, 20]), false],
    [hoja('a.edad', 'between', [35]), null],
    [hoja('a.edad', '>=', '18'), null],
    [hoja('a.edad', '>=', true), null],
    [hoja('a.edad', 'contains', 3), null],
    [hoja('a.cero', '>=', 0), true],
    [hoja('a.cero', '<', 0), false],
    // What is missing or is of another type
    [hoja('a.sinNumero', '>=', 0), null],
    [hoja('a.sinNumero', '<', 0), null],
    [hoja('a.sinNumero', '!=', 5), null],
    [hoja('a.infinito', '>=', 0), null],
    [hoja('a.textoPorNumero', '>=', 18), null],
    [hoja('a.desconocido', '=', true), null],
    [hoja('constructor', '=', true), null],
    [hoja('a.edad', 'constructor', 35), null],
    [hoja('a.edad', '', 35), null],
    // Yes or no
    [si, true],
    [hoja('a.si', '=', false), false],
    [no, false],
    [hoja('a.no', '=', false), true],
    [nose, null],
    [hoja('a.nose', '=', false), null],
    [hoja('a.si', '!=', false), null],
    [hoja('a.si', '=', 'true'), null],
    // Texts: without accents or case
    [hoja('a.nombre', '=', 'PEREZ RUIZ'), true],
    [hoja('a.nombre', '!=', 'perez ruiz'), false],
    [hoja('a.nombre', 'contains', 'rez r'), true],
    [hoja('a.nombre', 'beginsWith', 'PER'), true],
    [hoja('a.nombre', 'beginsWith', 'ruiz'), false],
    [hoja('a.nombre', 'in', ['otra', 'pérez ruiz']), true],
    [hoja('a.nombre', 'contains', '  '), null],
    [hoja('a.vacio', '=', 'x'), null],
    // Days of Mexico City: 05:59:59.999 Z is still the 21st
    [hoja('a.ingreso', '<', '2020-03-01'), true],
    [hoja('a.ingreso', '>=', '2020-02-29'), true],
    [hoja('a.ingreso', '>', '2020-02-29'), false],
    [hoja('a.ingreso', '<=', 'hoy'), true],
    [hoja('a.instante', '=', '2026-11-21'), true],
    [hoja('a.instante', '=', 'hoy'), true],
    [hoja('a.instante', '>=', '2026-11-22'), false],
    [hoja('a.ingreso', 'between', ['2020-01-01', 'hoy']), true],
    [hoja('a.ingreso', '<', '2026-02-30'), null],
    [hoja('a.noexiste', '<', '2027-01-01'), null],
    [hoja('momento.hoy', '=', '2026-11-21'), true],
    [hoja('momento.hoy', '>=', '2026-11-22'), false],
    // Keys
    [hoja('a.categoria', '=', 'JUEZ'), true],
    [hoja('a.categoria', '=', 'juez'), false],
    [hoja('a.categoria', '!=', 'MAGISTRADO'), true],
    [hoja('a.categoria', 'in', ['SECRETARIO', 'JUEZ']), true],
    [hoja('a.categoria', 'notIn', ['SECRETARIO']), true],
    [hoja('a.categoria', 'notIn', ['JUEZ']), false],
    [hoja('a.categoria', 'in', []), null],
    // Lists of keys
    [hoja('a.estudios', 'contains', 'LIC'), true],
    [hoja('a.estudios', 'contains', 'DOC'), false],
    [hoja('a.estudios', 'in', ['DOC', 'MAE']), true],
    [hoja('a.estudios', 'allOf', ['LIC', 'MAE']), true],
    [hoja('a.estudios', 'allOf', ['LIC', 'DOC']), false],
    [hoja('a.estudios', 'notIn', ['DOC']), true],
    [hoja('a.ningunos', 'notIn', ['LIC']), true],
    [hoja('a.ningunos', 'in', ['LIC']), false],
    [hoja('a.sinlista', 'notIn', ['LIC']), null],
    [hoja('a.sinlista', 'in', ['LIC']), null],
    // Periods
    [hoja('a.periodo', 'open', true), true],
    [hoja('a.periodo', 'open', false), false],
    [hoja('a.periodo', '=', true), null],
    // Groups
    [todasDe(si, si), true],
    [todasDe(si, no), false],
    [todasDe(si, nose), null],
    [todasDe(no, nose), false],
    [algunaDe(no, si), true],
    [algunaDe(nose, si), true],
    [algunaDe(nose, no), null],
    [algunaDe(no, no), false],
    [ningunaDe(no, no), true],
    [ningunaDe(no, si), false],
    [ningunaDe(no, nose), null],
    [ningunaDe(nose, si), false],
    [ningunaDe(nose), null],
    [ningunaDe(hoja('a.desconocido', '=', true)), null],
    [ningunaDe(ningunaDe(si)), true],
    [ningunaDe(ningunaDe(nose)), null],
    [{ combinator: 'and', not: true, rules: [si, no] }, true],
    [{ combinator: 'and', not: true, rules: [si, nose] }, null],
    [todasDe(algunaDe(no, todasDe(si, ningunaDe(no))), si), true],
    [todasDe(), null],
    [algunaDe(), null],
    [ningunaDe(), null],
    [algunaDe(si, todasDe()), true],
    [{ combinator: 'xor' as 'or', rules: [si] }, null],
    [deep(MAX_NIVEL - 2), true],
    [deep(MAX_NIVEL), null],
    [ningunaDe(deep(MAX_NIVEL)), null],
    [todasDe(null as unknown as Hoja), null],
    [todasDe('x' as unknown as Hoja), null],
    [ningunaDe({} as Hoja), null],
  ])('%j is %s', (condicion, expected) => {
    const [result] = evaluateReglas([regla(todasDe(condicion))], F, AHORA);
    expect(result!.sinDato ? null : result!.cumple).toBe(expected);
  });
});

describe('what is told', () => {
  const facts = (more: Record<string, Dato>): Hechos => more;
  const one = (condicion: Grupo, more: Record<string, Dato>) =>
    evaluateReglas([regla(condicion)], facts(more), new Date('2026-11-22T12:00:00Z'))[0]!;
  const remedio = { texto: 'Anotar', enlace: '/person/X' };
  const antiguedad = (valor: number | null) =>
    dato('numero', valor, { nombre: 'Antigüedad', unidad: ['año', 'años'], remedio });

  it('asked, found and where it is mended, of what is not met', () => {
    const result = one(todasDe(hoja('e.a', '>=', 2)), { 'e.a': antiguedad(1) });
    expect(result.detalle).toBe('Antigüedad: 1 año; se pide al menos 2 años.');
    expect(result.condiciones).toMatchObject([
      { nivel: 0, grupo: true, texto: 'Se cumplen todas:', cumple: false },
      {
        nivel: 1,
        texto: 'Antigüedad: al menos 2 años',
        encontrado: '1 año',
        valor: false,
        remedio,
      },
    ]);
    expect(result.evidencia).toEqual({ 'e.a': 1 });
  });

  it('nothing to mend of what is met', () => {
    const result = one(todasDe(hoja('e.a', '>=', 2)), { 'e.a': antiguedad(5) });
    expect(result.detalle).toBe('Antigüedad: 5 años.');
    expect(result.condiciones[1]!.remedio).toBe(null);
    expect(result.mensaje).toBe(null);
  });

  it('«sin dato», with where it is mended', () => {
    const result = one(ningunaDe(hoja('e.a', '<', 2)), { 'e.a': antiguedad(null) });
    expect(result).toMatchObject({
      cumple: false,
      sinDato: true,
      detalle: 'Antigüedad: sin dato.',
    });
    expect(result.condiciones[1]).toMatchObject({ valor: null, cumple: false, remedio });
  });

  it('within «ninguna» what holds is what stands in the way', () => {
    const curso = (valor: boolean) => dato('booleano', valor, { nombre: 'Curso X acreditado' });
    const result = one(ningunaDe(hoja('h.x', '=', true), hoja('h.y', '=', true)), {
      'h.x': curso(true),
      'h.y': curso(false),
    });
    expect(result.detalle).toBe('Curso X acreditado: sí; se pide lo contrario.');
    expect(result.condiciones.map(({ valor, cumple }) => [valor, cumple])).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
    expect(result.condiciones[0]!.texto).toBe('Se cumplen todas:');
  });

  it('keys by the words of the rule, or those of the fact', () => {
    const palabras = { JUEZ: 'Juez de Distrito', SEC: 'Secretaria' };
    const result = one(todasDe(hoja('e.c', 'in', ['JUEZ', 'SEC'], palabras)), {
      'e.c': dato('clave', 'OFI', { nombre: 'Cargo', texto: 'Oficial' }),
    });
    expect(result.detalle).toBe('Cargo: Oficial; se pide que sea Juez de Distrito o Secretaria.');
  });

  it.each<[Hoja, Dato, string]>([
    [hoja('x.d', '<', '2020-03-01'), dato('fecha', '2021-01-05'), 'antes del 1 de marzo de 2020.'],
    [hoja('x.d', '>', 'hoy'), dato('fecha', '2021-01-05'), 'después del día de hoy.'],
    [hoja('x.n', 'between', [1, 3]), dato('numero', 7), 'Dato: 7; se pide una cifra entre 1 y 3.'],
    [
      hoja('x.l', 'allOf', ['A', 'B']),
      dato('claves', []),
      'Dato: ninguno; se pide que figuren A y B.',
    ],
    [hoja('x.z', 'open', true), dato('numero', 7), 'Dato: 7.'],
  ])('%j of %j', (leaf, found, words) => {
    expect(one(todasDe(leaf), { [leaf.field]: found }).detalle).toContain(words);
  });
});

it('every rule gives a result, and each effect does its own', () => {
  const closed = (efecto: 'impide' | 'revision' | 'advierte' | 'prioriza') =>
    evaluateReglas([{ ...REGLA_VENTANA, efecto, puntos: 5 }], hechos, new Date('2027-01-01'));
  const says = (results: ReturnType<typeof closed>) => [
    mayEnroll(results),
    needsRevision(results),
    puntosOf(results),
  ];
  expect(says(closed('impide'))).toEqual([false, false, 0]);
  expect(says(closed('revision'))).toEqual([true, true, 0]);
  expect(says(closed('advierte'))).toEqual([true, false, 0]);
  expect(says(closed('prioriza'))).toEqual([true, false, 0]);
  expect(evaluateReglas([], hechos, new Date())).toEqual([]);
  const open = evaluateReglas(
    (['impide', 'revision', 'prioriza', 'prioriza'] as const).map((efecto, i) => ({
      ...REGLA_VENTANA,
      clave: `r${i}`,
      efecto,
      puntos: 10,
    })),
    hechos,
    new Date(ABRE),
  );
  expect(says(open)).toEqual([true, false, 20]);
});

it('says which fields rules ask for, each once', () => {
  const reglas = [
    regla(todasDe(hoja('a.b', '=', 1), algunaDe(hoja('h.x:AMP-101', '=', true)))),
    regla(ningunaDe(hoja('a.b', '=', 2), hoja('momento.hoy', '<', 'hoy'))),
  ];
  expect(fieldsOfReglas(reglas)).toEqual(['a.b', 'h.x:AMP-101']);
  expect(splitField('h.x:AMP:1')).toEqual({ clave: 'h.x', argumento: 'AMP:1' });
  expect(splitField('a.b')).toEqual({ clave: 'a.b', argumento: null });
});

it('of 10,000 generated cases, what is asked of a million without a word comes to the same', () => {
  const verdictOf = ({ clave, efecto, cumple, sinDato, exceptuada, puntos }: Fallo) =>
    [clave, efecto, cumple, sinDato, exceptuada, puntos].join(' ');
  for (const { reglas, hechos: facts, ahora } of makeCasos(13, 10_000)) {
    const explained = evaluateReglas(reglas, facts, ahora);
    expect(judgeReglas(reglas, facts, ahora).map(verdictOf)).toEqual(explained.map(verdictOf));
  }
});

it('of 10,000 generated cases, which a browser judges too, there are many of each kind', () => {
  const said = judgeCasos(makeCasos(13, 10_000)).map((text) => {
    const [{ cumple, sinDato }] = JSON.parse(text) as [{ cumple: boolean; sinDato: boolean }];
    return `${cumple} ${sinDato}`;
  });
  // Or tests/e2e/reglas.spec.ts, which compares them, would prove nothing.
  for (const kind of ['true false', 'false false', 'false true']) {
    expect(said.filter((one) => one === kind).length).toBeGreaterThan(500);
  }
});

it('leads staff to what was looked at in the file of whom they read about, and nowhere else', () => {
  const parte = (enlace: string | null) =>
    ({ remedio: enlace === null ? null : { texto: 'Anotar mis estudios', enlace } }) as never;
  const { condiciones } = paraPersonal({
    condiciones: [
      parte('/person/X?ver=academicos&abrir=estudio'),
      parte('/matricula'),
      parte(null),
    ],
  });
  expect(condiciones.map(({ remedio }) => remedio)).toEqual([
    { texto: 'Ver en su expediente', enlace: '/person/X?ver=academicos' },
    null,
    null,
  ]);
});

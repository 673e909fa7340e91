import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claseOf } from '../campos/rules.ts';
import type { Campo, Formulario, Respuesta, Respuestas } from '../contract.ts';
import { fieldsOf, normaliseRespuestas, validateRespuestas, visibleCampos } from '../rules.ts';
import { neverAsked } from './rules.ts';

const formOf = (...campos: object[]): Formulario => ({
  secciones: [
    {
      clave: 's',
      titulo: 'S',
      campos: campos.map((campo, i) => ({
        clave: `c${i}`,
        etiqueta: `C${i}`,
        ...campo,
      })) as Campo[],
    },
  ],
});

/** Every answer that matters to fields as small as those below; undefined is none. */
const ANSWERS: Readonly<Partial<Record<Campo['tipo'], readonly (Respuesta | undefined)[]>>> = {
  numero: [undefined, ...[-1, 0, 1, 2, 3, 4].flatMap((n) => [n, n + 0.5])],
  fecha: [undefined, ...['09', '10', '11', '12', '13'].map((day) => `2026-03-${day}`)],
  texto: [undefined, 'x', 'y', 'z', 'a', 'b', 'aa', 'ab', 'aaa', 'abc'],
  opcion: [undefined, 'x', 'y', 'z'],
  opciones: [[], ['x'], ['y'], ['z'], ['x', 'y'], ['x', 'z'], ['y', 'z'], ['x', 'y', 'z']],
  casilla: [undefined, true, false],
  declaracion: [undefined, true, false],
};

const listed = fc
  .subarray(['x', 'y', 'z'], { minLength: 1 })
  .map((values) => values.map((valor) => ({ valor, etiqueta: valor.toUpperCase() })));
const few = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });
const limit = fc.option(fc.constantFrom(0, 0.5, 1, 1.5, 2, 2.5, 3), { nil: undefined });
const day = fc.option(fc.constantFrom('2026-03-10', '2026-03-11', '2026-03-12'), {
  nil: undefined,
});
const kinds = fc.oneof(
  fc.record({ tipo: fc.constant('numero'), min: limit, max: limit, decimales: fc.nat(1) }),
  fc.record({ tipo: fc.constant('fecha'), min: day, max: day }),
  fc.record({ tipo: fc.constant('texto'), minLongitud: few, maxLongitud: few }),
  fc.record({ tipo: fc.constant('opcion'), opciones: listed }),
  fc.record({ tipo: fc.constant('opciones'), opciones: listed, min: few, max: few }),
  fc.constant({ tipo: 'casilla', obligatorio: false }),
  fc.record({ tipo: fc.constant('declaracion'), texto: fc.constant('Sí.') }),
);
const condition = fc.record({
  de: fc.nat(5),
  operador: fc.constantFrom('igual', 'distinto', 'incluye', 'contestado'),
  valor: fc.constantFrom<Respuesta[]>(
    'x',
    'y',
    'z',
    'a',
    'aa',
    '2026-03-11',
    true,
    false,
    1,
    2,
    1.5,
  ),
});
/** Small forms whose conditions stand on earlier fields, each compared with a value of its own type. */
const forms = fc
  .array(
    fc.record({
      kind: kinds,
      obligatorio: fc.boolean(),
      when: fc.option(condition, { nil: undefined }),
    }),
    { minLength: 2, maxLength: 5 },
  )
  .map((parts) =>
    formOf(
      ...parts.map(({ kind, obligatorio, when }, i) => ({
        obligatorio,
        ...kind,
        ...(when &&
          when.de < i && {
            visibleSi: { campo: `c${when.de}`, operador: when.operador, valor: when.valor },
          }),
      })),
    ),
  )
  .filter((form) =>
    fieldsOf(form).every(({ visibleSi }) => {
      const asked = fieldsOf(form).find(({ clave }) => clave === visibleSi?.campo);
      if (!visibleSi || !asked || visibleSi.operador === 'contestado') return true;
      const { answer } = claseOf(asked);
      // The rest is refused where forms are written.
      if (visibleSi.operador === 'incluye') return answer === 'list';
      return typeof visibleSi.valor === answer;
    }),
  );

/** Fields above this one, on which it depends, and itself. */
const chainOf = (form: Formulario, campo: Campo): Campo[] => {
  const above = fieldsOf(form).find(({ clave }) => clave === campo.visibleSi?.campo);
  return above ? [...chainOf(form, above), campo] : [campo];
};

/** By trying everything that can be answered: whether somebody who sends it was asked this field. */
const isEverAsked = (form: Formulario, campo: Campo): boolean => {
  const chain = chainOf(form, campo);
  const above = { secciones: [{ clave: 's', titulo: 'S', campos: chain.slice(0, -1) }] };
  const tryAll = (respuestas: Respuestas, rest: readonly Campo[]): boolean => {
    const [one, ...more] = rest;
    if (one) {
      // Also what the condition of the next one names, which may be of another kind's answers.
      const named = chain.flatMap(({ visibleSi }) =>
        visibleSi?.campo === one.clave && 'valor' in visibleSi ? [visibleSi.valor] : [],
      );
      return [...ANSWERS[one.tipo]!, ...named].some((valor) =>
        tryAll(valor === undefined ? respuestas : { ...respuestas, [one.clave]: valor }, more),
      );
    }
    const shown = visibleCampos(
      { secciones: [{ ...above.secciones[0]!, campos: chain }] },
      respuestas,
    );
    return shown.includes(campo) && validateRespuestas(above, respuestas).ok;
  };
  return tryAll({}, chain.slice(0, -1));
};

describe('a field that is never asked', () => {
  it('is one that no answer to the others brings up: neither more nor fewer are named', () => {
    let some = 0;
    fc.assert(
      fc.property(forms, (form) => {
        const never = neverAsked(form);
        some += never.size;
        for (const campo of fieldsOf(form)) {
          expect([campo.clave, !never.has(campo.clave)]).toEqual([
            campo.clave,
            isEverAsked(form, campo),
          ]);
        }
      }),
      { numRuns: 500, seed: 13 },
    );
    expect(some).toBeGreaterThan(50);
  });

  const when = (operador: string, valor: unknown, campo = 'c0') => ({
    tipo: 'texto',
    obligatorio: true,
    visibleSi: { campo, operador, valor },
  });
  it.each<[string, ...object[]]>([
    ['limits that cross', { tipo: 'numero', min: 5, max: 3 }, when('contestado', null)],
    ['nothing between its limits', { tipo: 'numero', min: 1.2, max: 1.8 }, when('distinto', 1)],
    ['the only number that there is', { tipo: 'numero', min: 7, max: 7 }, when('distinto', 7)],
    ['an answer beyond the limits', { tipo: 'numero', max: 7 }, when('igual', 8)],
    ['a day beyond the limits', { tipo: 'fecha', min: '2026-01-02' }, when('igual', '2026-01-01')],
    ['a text too short to be answered', { tipo: 'texto', minLongitud: 3 }, when('igual', 'ab')],
    [
      'the only choice that there is',
      { tipo: 'opcion', opciones: [{ valor: 'x', etiqueta: 'X' }] },
      when('distinto', 'x'),
    ],
    [
      'more choices asked for than offered',
      { tipo: 'opciones', min: 2, opciones: [{ valor: 'x', etiqueta: 'X' }] },
      when('incluye', 'x'),
    ],
    [
      'no to what must be accepted',
      { tipo: 'declaracion', obligatorio: true },
      when('igual', false),
    ],
  ])('%s', (_, asked, waiting) => {
    const form = formOf(asked, waiting, when('contestado', null, 'c1'));
    expect([...neverAsked(form)].map(([clave, { oculto }]) => [clave, oculto])).toEqual([
      ['c1', false],
      ['c2', true],
    ]);
  });
});

describe('what a kind says of how many answers there are', () => {
  it('each is good and is kept as it is, and where there is one or none, there is no other', () => {
    fc.assert(
      fc.property(kinds, fc.boolean(), (kind, obligatorio) => {
        const form = formOf({ obligatorio, ...kind });
        const [campo] = fieldsOf(form) as [Campo];
        const some = claseOf(campo).someAnswers!(campo);
        for (const one of some) {
          expect(normaliseRespuestas(form, { c0: one })).toEqual({ c0: one });
          expect(validateRespuestas(form, { c0: one }).errores).toEqual([]);
        }
        expect(new Set(some.map((one) => JSON.stringify(one))).size).toBe(some.length);
        const good = ANSWERS[campo.tipo]!.filter((one) => {
          const { ok, datos } = validateRespuestas(form, one === undefined ? {} : { c0: one });
          return ok && one !== undefined && JSON.stringify(one) === JSON.stringify(datos.c0);
        });
        if (some.length < 2) expect(good).toEqual(some);
      }),
      { numRuns: 500 },
    );
  });
});

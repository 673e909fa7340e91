import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { APARTADOS, apartadoOf } from './definiciones/rules.ts';
import {
  type Apartado,
  changedCampos,
  checkEntrada,
  inOrder,
  planTraslado,
  textOf,
  type Valores,
} from './rules.ts';

const hoy = '2026-11-22';
const check = (id: string, given: Valores, otras: readonly Valores[] = []) =>
  checkEntrada(apartadoOf(id), given, { otras, hoy });

/** Anything that a browser may send for a field. */
const valor = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.constant(null),
  fc.constantFrom('2015-02-29', '2020-01-31', 'titulado', 'oficina', '55 1234 5678', '   '),
);
const given = (apartado: Apartado) =>
  fc.record(Object.fromEntries(apartado.campos.map(({ key }) => [key, valor])), {
    requiredKeys: [],
  });

describe.each(APARTADOS.map((one) => [one.id, one] as const))('%s', (_, apartado) => {
  it('keeps what it kept: checking what was checked changes nothing and finds nothing new', () => {
    fc.assert(
      fc.property(given(apartado), (said) => {
        const first = checkEntrada(apartado, said, { otras: [], hoy });
        expect(Object.keys(first.valores)).toEqual(apartado.campos.map(({ key }) => key));
        if (Object.keys(first.errores).length > 0) return;
        const again = checkEntrada(apartado, first.valores, { otras: [], hoy });
        expect(again).toEqual(first);
        expect(changedCampos(apartado, first.valores, again.valores)).toEqual([]);
        // Said twice it is said already.
        const twice = checkEntrada(apartado, said, { otras: [first.valores], hoy });
        expect(Object.keys(twice.errores)).not.toHaveLength(0);
      }),
      { numRuns: 60 },
    );
  });

  it('names fields that it has, and reads as text whatever it keeps', () => {
    const keys = apartado.campos.map(({ key }) => key);
    for (const key of [...apartado.nombre, ...apartado.noRepite]) expect(keys).toContain(key);
    fc.assert(
      fc.property(given(apartado), (said) => {
        const { valores } = checkEntrada(apartado, said, { otras: [], hoy });
        for (const campo of apartado.campos) {
          expect(typeof textOf(campo, valores[campo.key] ?? null)).toBe('string');
        }
      }),
      { numRuns: 20 },
    );
  });
});

it('what is not asked for is dropped, and what is asked for only then is missing then', () => {
  const kept = check('telefono', { clase: 'casa', numero: '5512345678', extension: '12' });
  expect(kept).toEqual({
    valores: { clase: 'casa', numero: '+525512345678', extension: null },
    errores: {},
  });
  expect(check('idioma', { idioma: 'otro', nivel: 'B1' }).errores).toHaveProperty('otro');
  expect(check('nacionalidad', { nacionalidad: 'extranjera' }).errores).toHaveProperty('pais');
});

it('days are of the calendar, not to come and not the other way round', () => {
  const nivel = '11111111-1111-4111-8111-111111111111';
  const estudio = { nivel, programa: 'Derecho', institucion: 'UNAM', estado: 'concluido' };
  expect(check('estudio', { ...estudio, termino: '2015-02-29' }).errores.termino).toMatch(
    /no existe/,
  );
  expect(check('estudio', { ...estudio, termino: '2027-01-01' }).errores.termino).toMatch(
    /no llega/,
  );
  expect(check('estudio', { ...estudio, termino: '1015-01-01' }).errores.termino).toMatch(/1930/);
  expect(
    check('estudio', { ...estudio, inicio: '2010-01-01', termino: '2009-01-01' }).errores.termino,
  ).toMatch(/antes de empezar/);
  expect(check('estudio', { ...estudio }).errores.termino).toMatch(/Escriba/);
  expect(check('estudio', { ...estudio, estado: 'curso' }).errores).toEqual({});
  expect(
    check('estudio', { ...estudio, estado: 'curso', promedio: 9.555 }).errores.promedio,
  ).toMatch(/2 decimales/);
  expect(
    check('estudio', { ...estudio, estado: 'curso', promedio: 10.1 }).errores.promedio,
  ).toMatch(/0 a 10/);
});

it('those in force come first, then the newest', () => {
  const empleo = (desde: string, hasta: string | null) => ({ valores: { desde, hasta } });
  const [a, b, c] = [
    empleo('2001-01-01', '2002-01-01'),
    empleo('2003-01-01', null),
    empleo('2005-01-01', '2006-01-01'),
  ];
  expect(inOrder(apartadoOf('empleo'), [a, b, c])).toEqual([b, c, a]);
});

it('of two files that become one nothing is lost that the other does not say, and nothing is said twice', () => {
  const telefono = fc
    .constantFrom('+525512345678', '+525512345679', '+525512345670')
    .map((numero) => ({
      apartado: 'telefono',
      valores: { clase: 'casa', numero, extension: null },
    }));
  const nacionalidad = fc.constantFrom('mexicana', 'naturalizada').map((one) => ({
    apartado: 'nacionalidad',
    valores: { nacionalidad: one, pais: null },
  }));
  const file = fc
    .tuple(
      fc.uniqueArray(telefono, { selector: (one) => one.valores.numero }),
      fc.option(nacionalidad),
    )
    .map(([phones, one]) =>
      [...phones, ...(one ? [one] : [])].map((e, i) => ({ ...e, id: `${i}` })),
    );
  fc.assert(
    fc.property(file, file, (de, a) => {
      const { siguen, repetidas, sobran } = planTraslado(APARTADOS, de, a);
      expect(siguen.length + repetidas.length + sobran.length).toBe(de.length);
      const text = (e: { valores: Valores }) => JSON.stringify(e.valores);
      const after = [...a, ...siguen];
      expect(new Set(after.map(text)).size).toBe(after.length);
      for (const entrada of [...siguen, ...repetidas])
        expect(after.map(text)).toContain(text(entrada));
      expect(after.filter((e) => e.apartado === 'nacionalidad').length).toBeLessThanOrEqual(1);
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seccion as seccionOf, texto } from '../../../../tests/factories/definiciones.ts';
import { DEFINICION } from '../../../../tests/factories/plantillas.ts';
import { removeSeccion } from '../constructor/rules.ts';
import type { Definicion } from '../contract.ts';
import { definicionSchema } from '../escritura/contract.ts';
import type { Campo } from '../formulario/contract.ts';
import { fieldsOf } from '../formulario/rules.ts';
import { describeSinCondicion, insertSeccion, standAlone } from './rules.ts';

const claves = (def: Definicion) => fieldsOf(def).map(({ clave }) => clave);
const when = (campo: string): Partial<Campo> => ({ visibleSi: { campo, operador: 'contestado' } });

it('a section of another form comes whole, and its conditions with it', () => {
  const from = DEFINICION.secciones.find(({ campos }) => campos.some((c) => c.visibleSi))!;
  const { definicion, clave } = insertSeccion(DEFINICION, from);
  const all = claves(definicion);
  expect(new Set(all).size).toBe(all.length);
  const copy = definicion.secciones.find((one) => one.clave === clave)!;
  expect(copy.campos.map(({ etiqueta }) => etiqueta)).toEqual(
    from.campos.map(({ etiqueta }) => etiqueta),
  );
  expect(definicionSchema.safeParse(definicion).success).toBe(true);
  const own = new Set(copy.campos.map((campo) => campo.clave));
  expect(
    copy.campos.flatMap(({ visibleSi }) => visibleSi?.campo ?? []).every((c) => own.has(c)),
  ).toBe(true);
  expect(copy.titulo).toBe(`${from.titulo} (2)`);
  expect(insertSeccion(definicion, from).definicion.secciones.at(-1)!.titulo).toBe(
    `${from.titulo} (3)`,
  );
  expect(removeSeccion(definicion, clave)).toEqual(DEFINICION);
});

describe('a section that looked outside itself', () => {
  const mira = seccionOf('b', texto('dos', when('uno')), texto('tres', when('dos')));

  it('is by itself without those conditions, and says which fields lost theirs', () => {
    const { seccion, sinCondicion } = standAlone(mira);
    expect(sinCondicion).toEqual(['Pregunta dos']);
    expect(seccion.campos.map(({ visibleSi }) => visibleSi?.campo)).toEqual([undefined, 'dos']);
    expect(describeSinCondicion(sinCondicion)).toBe(
      '«Pregunta dos» dependía de un campo de otra sección: ahora se muestra siempre.',
    );
    expect(describeSinCondicion(['A', 'B'])).toBe(
      '«A» y «B» dependían de campos de otra sección: ahora se muestran siempre.',
    );
    expect(describeSinCondicion([])).toBeNull();
  });

  it('does not come to depend on what happens to have that key where it is put', () => {
    const { definicion, sinCondicion } = insertSeccion(
      { secciones: [seccionOf('a', texto('uno'))], reglas: [] },
      mira,
    );
    expect(sinCondicion).toEqual(['Pregunta dos']);
    expect(fieldsOf(definicion).map(({ visibleSi }) => visibleSi?.campo)).toEqual([
      undefined,
      undefined,
      'dos',
    ]);
  });
});

it('whatever keys there are on both sides, none is there twice, all may be written and conditions follow', () => {
  // Few and long ones, so that they meet.
  const clave = fc.constantFrom('a', 'a1', 'a2', 'a11', 'b', `a${'x'.repeat(39)}`);
  const section = fc
    .uniqueArray(fc.tuple(clave, fc.option(clave, { nil: undefined })), {
      selector: ([one]) => one,
      minLength: 1,
    })
    .map((parts) => seccionOf('a', ...parts.map(([one, de]) => texto(one, de ? when(de) : {}))));
  fc.assert(
    fc.property(section, section, fc.integer({ min: 1, max: 3 }), (own, other, times) => {
      let form: Definicion = { secciones: [own], reglas: [] };
      for (let n = 0; n < times; n++) {
        const { definicion, clave: added } = insertSeccion(form, other);
        const copy = definicion.secciones.at(-1)!;
        expect(copy.clave).toBe(added);
        expect(form.secciones.map(({ titulo }) => titulo)).not.toContain(copy.titulo);
        const now = copy.campos.map((campo) => campo.clave);
        // The same field as before: what it waits for is what it waited for, or nothing.
        other.campos.forEach((campo, i) => {
          const de = other.campos.findIndex((one) => one.clave === campo.visibleSi?.campo);
          expect(copy.campos[i]!.visibleSi?.campo).toBe(now[de]);
          expect(copy.campos[i]!.etiqueta).toBe(campo.etiqueta);
        });
        form = definicion;
      }
      expect(form.secciones[0]).toEqual(own);
      const all = [...claves(form), ...form.secciones.map((one) => `seccion ${one.clave}`)];
      expect(new Set(all).size).toBe(all.length);
      for (const one of claves(form)) expect(one).toMatch(/^[a-z][A-Za-z0-9]{0,39}$/);
    }),
  );
});

import { describe, expect, it } from 'vitest';
import { DEFINICION } from '../../../../tests/factories/plantillas.ts';
import { hoja, regla, todasDe } from '../../../../tests/factories/reglas.ts';
import type { Campo } from '../formulario/contract.ts';
import { definicionSchema } from './contract.ts';
import { describeFaltas } from './rules.ts';

const base = { etiqueta: 'Dato', obligatorio: false, tipo: 'texto' };
const messages = (campos: object[], reglas: object[] = []) => {
  const parsed = definicionSchema.safeParse({
    secciones: [{ clave: 's', titulo: 'S', campos }],
    reglas,
  });
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
};

it('a rule may ask for the answer to a field of any key: new ones are called «campo1», «campo2»…', () => {
  const condicion = todasDe(hoja('respuesta.campo2', '=', 'x'));
  expect(messages([{ ...base, clave: 'campo2' }], [regla(condicion)])).toEqual([]);
});

it('a rule may name what has the longest name that a catalog holds', () => {
  const named = { 'J-1': 'x'.repeat(250) };
  const condicion = todasDe(hoja('empleo.organo', 'in', ['J-1'], named));
  expect(messages([{ ...base, clave: 'a' }], [regla(condicion)])).toEqual([]);
});

it('accepts a definition with every kind of field, and gives it back as it was', () => {
  expect(definicionSchema.parse(DEFINICION)).toEqual(DEFINICION);
});

describe('refuses what the form could not honour', () => {
  it.each([
    [
      'a repeated field',
      [
        { ...base, clave: 'a' },
        { ...base, clave: 'a' },
      ],
      '«Dato» y «Dato» tienen la misma clave, «a»',
    ],
    [
      'a condition over a later field',
      [
        { ...base, clave: 'a', visibleSi: { campo: 'b', operador: 'contestado' } },
        { ...base, clave: 'b' },
      ],
      'viene después',
    ],
    [
      'a condition over itself',
      [{ ...base, clave: 'a', visibleSi: { campo: 'a', operador: 'contestado' } }],
      'Cuándo se muestra «Dato»: depende de una pregunta que se quitó',
    ],
    [
      'a comparison with the wrong type',
      [
        { ...base, clave: 'a', tipo: 'numero' },
        { ...base, clave: 'b', visibleSi: { campo: 'a', operador: 'igual', valor: '3' } },
      ],
      'no puede compararse',
    ],
    [
      'an option that does not exist',
      [
        { ...base, clave: 'a', tipo: 'opcion', opciones: [{ valor: 'x', etiqueta: 'X' }] },
        { ...base, clave: 'b', visibleSi: { campo: 'a', operador: 'igual', valor: 'y' } },
      ],
      'no tiene la opción',
    ],
    ['crossed limits', [{ ...base, clave: 'a', tipo: 'numero', min: 2, max: 1 }], 'límite'],
    [
      'more choices than there are',
      [
        {
          ...base,
          clave: 'a',
          tipo: 'opciones',
          min: 2,
          opciones: [{ valor: 'x', etiqueta: 'X' }],
        },
      ],
      'más opciones',
    ],
    [
      'editing what only the file says',
      [{ ...base, clave: 'a', tipo: 'datoPersona', dato: 'curp', editable: true }],
      'solo se corrige en el expediente',
    ],
    [
      'a field that would tell a sensitive answer by being asked',
      [
        { ...base, clave: 'a', sensible: true },
        { ...base, clave: 'b', visibleSi: { campo: 'a', operador: 'contestado' } },
      ],
      'depende de un dato sensible',
    ],
    [
      'a sensitive datum of the file',
      [
        {
          ...base,
          clave: 'a',
          tipo: 'datoPersona',
          dato: 'correo',
          editable: true,
          sensible: true,
        },
      ],
      'ya está en el expediente',
    ],
    [
      'a box that must be marked',
      [{ ...base, clave: 'a', tipo: 'casilla', obligatorio: true }],
      'use una declaración',
    ],
  ])('%s', (_name, campos, message) => {
    expect(messages(campos).join()).toContain(message);
  });

  it('an option without its text, told by its place, and not as a question that is not written', () => {
    const opciones = [
      { valor: 'x', etiqueta: 'X' },
      { valor: 'y', etiqueta: '' },
    ];
    const campos = [{ ...base, clave: 'a', tipo: 'opcion', opciones }] as unknown as Campo[];
    const definicion = { secciones: [{ clave: 's', titulo: 'S', campos }], reglas: [] };
    const { error } = definicionSchema.safeParse(definicion);
    expect(describeFaltas(error!.issues, definicion).map(({ mensaje }) => mensaje)).toEqual([
      'Escriba la opción 2 (campo 1, «Dato», de «S»).',
    ]);
  });

  it('figures that are none, and more conditions than a group holds, in words', () => {
    const hoja = { field: 'a.b', operator: '=', value: 1 };
    const una = { combinator: 'and', rules: [hoja] };
    const { reglas } = DEFINICION;
    const regla = { ...reglas[0]!, descripcion: 'Edad', efecto: 'prioriza', puntos: 1.5 };
    const llena = { combinator: 'and', rules: Array(51).fill(hoja) };
    const cupo = { clave: 'c', nombre: 'C', condicion: una, lugares: 2.5, liberaDias: 400 };
    const definicion = {
      ...DEFINICION,
      reglas: [regla, { ...regla, clave: 'otra', puntos: 1, condicion: llena }],
      reparto: { alLlenarse: 'esperaPorTurno', horasParaAceptar: 0, cupos: [cupo] },
    };
    const { error } = definicionSchema.safeParse(definicion);
    const said = describeFaltas(error!.issues, definicion as never);
    expect(said.map(({ mensaje }) => mensaje)).toEqual([
      'Escriba los puntos sin decimales, de 1 a 1000 (regla 1, «Edad»).',
      'Deje como máximo 50 condiciones en cada grupo (regla 2, «Edad»).',
      'Escriba las horas para aceptar un lugar sin decimales, de 1 a 720.',
      'Escriba cuántos lugares se guardan, sin decimales.',
      'Escriba los días antes del cierre sin decimales, de 0 a 365.',
    ]);
  });

  it('a key that is no plain identifier, an unknown kind, an extra property, a regex', () => {
    expect(messages([{ ...base, clave: '__proto__' }])).toHaveLength(1);
    expect(messages([{ ...base, clave: 'a', tipo: 'html' }])).toHaveLength(1);
    expect(messages([{ ...base, clave: 'a', patron: '(a+)+$' }])).toHaveLength(1);
  });

  it('a repeated rule, an unknown kind of rule', () => {
    const regla = DEFINICION.reglas[0]!;
    const campos = [{ ...base, clave: 'a' }];
    expect(messages(campos, [regla, regla]).join()).toContain('repetida');
    const condition = (condicion: object) => messages(campos, [{ ...regla, condicion }]);
    expect(condition({ tipo: 'otra' })).not.toEqual([]);
    const hoja = { field: 'a.b', operator: '=', value: 1 };
    expect(condition({ combinator: 'and', rules: [hoja] })).toEqual([]);
    expect(
      condition({ combinator: 'or', not: true, rules: [{ combinator: 'and', rules: [hoja] }] }),
    ).toEqual([]);
    for (const wrong of [
      { combinator: 'xor', rules: [hoja] },
      { combinator: 'and', rules: [] },
      { combinator: 'and', rules: [{ ...hoja, field: '__proto__' }] },
      { combinator: 'and', rules: [{ ...hoja, value: null }] },
      { combinator: 'and', rules: [{ ...hoja, valueSource: 'field' }] },
      { combinator: 'and', rules: [hoja, { combinator: 'and', rules: ['x'] }] },
    ]) {
      expect(condition(wrong)).not.toEqual([]);
    }
  });
});

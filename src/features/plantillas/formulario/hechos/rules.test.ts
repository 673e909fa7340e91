import { describe, expect, it } from 'vitest';
import { BASE, seccion, texto } from '../../../../../tests/factories/definiciones.ts';
import { hoja, ningunaDe, regla, todasDe } from '../../../../../tests/factories/reglas.ts';
import { checkReglas } from '../../reglas/comprobacion/rules.ts';
import { evaluateReglas } from '../../reglas/rules.ts';
import type { Campo, Respuestas } from '../contract.ts';
import { validateRespuestas } from '../rules.ts';
import {
  asksRespuestas,
  declaraRespuestas,
  hechosDeRespuestas,
  withoutRespuestas,
} from './rules.ts';

const campo = (clave: string, more: object): Campo => texto(clave, more as Partial<Campo>);
const opciones = ['uno', 'dos'].map((valor) => ({ valor, etiqueta: valor.toUpperCase() }));
const FORM = {
  secciones: [
    seccion(
      'a',
      campo('nombre', {}),
      campo('anios', { tipo: 'numero', obligatorio: false }),
      campo('elige', { tipo: 'opcion', opciones }),
      campo('varias', { tipo: 'opciones', opciones, obligatorio: false }),
      campo('marca', { tipo: 'casilla', obligatorio: false }),
      campo('organo', { tipo: 'catalogo', catalogo: 'organos', obligatorio: false }),
      campo('salud', { sensible: true, obligatorio: false }),
      campo('constancia', { tipo: 'documento', documento: 'ACTA', obligatorio: false }),
      campo('otra', {
        tipo: 'casilla',
        obligatorio: false,
        visibleSi: { campo: 'marca', operador: 'igual', valor: true },
      }),
      campo('luego', { visibleSi: { campo: 'elige', operador: 'igual', valor: 'dos' } }),
    ),
  ],
};
const verdict = (condicion: ReturnType<typeof todasDe>, respuestas: Respuestas) => {
  const reglas = [regla(condicion)];
  const { datos } = validateRespuestas(FORM, respuestas);
  const hechos = hechosDeRespuestas(FORM, datos, reglas);
  const { cumple, sinDato } = evaluateReglas(reglas, hechos, new Date())[0]!;
  return sinDato ? null : cumple;
};

describe('the answers of a form, as its rules look at them', () => {
  it('are of the type of their field; sensitive ones, and what is looked at in the vault, are none', () => {
    expect(declaraRespuestas(FORM).map(({ clave, tipo }) => `${clave} ${tipo}`)).toEqual([
      'respuesta.nombre texto',
      'respuesta.anios numero',
      'respuesta.elige clave',
      'respuesta.varias claves',
      'respuesta.marca booleano',
      'respuesta.organo clave',
      'respuesta.otra booleano',
      'respuesta.luego texto',
    ]);
  });

  it.each<[string, ReturnType<typeof todasDe>, Respuestas, boolean | null]>([
    ['a choice', todasDe(hoja('respuesta.elige', '=', 'uno')), { elige: 'uno' }, true],
    ['another', todasDe(hoja('respuesta.elige', '=', 'uno')), { elige: 'dos' }, false],
    ['none', ningunaDe(hoja('respuesta.elige', '=', 'uno')), {}, null],
    ['as it is typed', todasDe(hoja('respuesta.anios', '>=', 5)), { anios: ' 5 ' }, true],
    ['some', todasDe(hoja('respuesta.varias', 'allOf', ['uno'])), { varias: ['uno', 'dos'] }, true],
    ['left unmarked is a no', todasDe(hoja('respuesta.marca', '=', false)), { marca: false }, true],
    ['so is a box that nobody has touched', todasDe(hoja('respuesta.marca', '=', false)), {}, true],
    ['which was not marked', todasDe(hoja('respuesta.marca', '=', true)), {}, false],
    ['a box that is not asked', ningunaDe(hoja('respuesta.otra', '=', true)), {}, null],
    [
      'an item, by its key',
      todasDe(hoja('respuesta.organo', '=', 'J-1')),
      { organo: { id: '00000000-0000-4000-8000-000000000000', clave: 'J-1', nombre: 'Juzgado' } },
      true,
    ],
    [
      'a field that is not asked',
      ningunaDe(hoja('respuesta.luego', '=', 'x')),
      { elige: 'uno', luego: 'y' },
      null,
    ],
    ['a sensitive one', todasDe(hoja('respuesta.salud', '=', 'x')), { salud: 'x' }, null],
  ])('%s', (_, condicion, respuestas, expected) => {
    expect(verdict(condicion, respuestas)).toBe(expected);
  });

  it('are said in the words of the form', () => {
    const reglas = [regla(todasDe(hoja('respuesta.elige', '=', 'uno')))];
    expect(hechosDeRespuestas(FORM, { elige: 'uno' }, reglas)).toEqual({
      'respuesta.elige': { tipo: 'clave', nombre: 'Pregunta elige', valor: 'uno', texto: 'UNO' },
    });
    expect(hechosDeRespuestas(FORM, { elige: 'uno' }, [])).toEqual({});
  });

  it('where nobody fills in the form nothing of it is known, and a box is no «no»', () => {
    const reglas = [regla(todasDe(hoja('respuesta.marca', '=', false)))];
    const valorOf = (datos: Respuestas | null) =>
      hechosDeRespuestas(FORM, datos, reglas)['respuesta.marca']?.valor;
    const said: (Respuestas | null)[] = [null, {}, { marca: false }, { marca: true }];
    expect(said.map(valorOf)).toEqual([null, false, false, true]);
  });

  it('a rule on a field that there is not is not published', () => {
    const asks = (field: string) =>
      checkReglas([regla(todasDe(hoja(field, '=', 'uno')))], declaraRespuestas(FORM));
    expect(asks('respuesta.elige')).toEqual([]);
    expect(asks('respuesta.quitado')).toHaveLength(1);
    expect(asks('respuesta.salud')).toHaveLength(1);
  });

  it('a rule on them stands in nobody’s way before they are given', () => {
    const on = regla(todasDe(hoja('respuesta.elige', '=', 'uno')), { clave: 'on' });
    const reglas = [...BASE.reglas, on];
    expect(reglas.map(asksRespuestas)).toEqual([false, true]);
    expect(withoutRespuestas(reglas, [{ clave: 'ventana' }, { clave: 'on' }])).toEqual([
      { clave: 'ventana' },
    ]);
  });
});

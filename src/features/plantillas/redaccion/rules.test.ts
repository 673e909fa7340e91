import { describe, expect, it } from 'vitest';
import { definicionSchema } from '../escritura/contract.ts';
import { checkReglas } from '../reglas/comprobacion/rules.ts';
import type { HechoDeclarado, Hoja } from '../reglas/contract.ts';
import { fieldsOfReglas } from '../reglas/rules.ts';
import {
  addRegla,
  copyRegla,
  JUNTAS,
  juntaOf,
  moveRegla,
  REGLA_DE_FECHAS,
  removeRegla,
  setRegla,
  withHecho,
  withOperador,
  withoutIds,
  withValor,
} from './rules.ts';

const VACIA = { secciones: [], reglas: [] };
const edad: HechoDeclarado = {
  clave: 'persona.edad',
  grupo: 'Persona',
  nombre: 'Edad',
  tipo: 'numero',
  unidad: ['año', 'años'],
};
const acreditado: HechoDeclarado = {
  clave: 'historia.acreditado',
  grupo: 'Historia',
  nombre: 'Curso acreditado',
  tipo: 'booleano',
  argumento: 'Curso',
};
const circuito: HechoDeclarado = {
  clave: 'empleo.circuito',
  grupo: 'Empleo',
  nombre: 'Circuito',
  tipo: 'clave',
};
const nueva: Hoja = { id: 'a', field: '', operator: '=', value: '' };

describe('the rules of a draft', () => {
  const two = addRegla(addRegla(VACIA).definicion);
  it('are added each with a key of its own, and copied beside the one that they copy', () => {
    expect(two.definicion.reglas.map(({ clave }) => clave)).toEqual(['regla1', 'regla2']);
    const { definicion, clave } = copyRegla(two.definicion, 'regla1');
    expect(clave).toBe('regla3');
    expect(definicion.reglas.map((one) => one.clave)).toEqual(['regla1', 'regla3', 'regla2']);
  });
  it('are put in order, and stay where they are at either end', () => {
    const claves = (by: 1 | -1, clave: string) =>
      moveRegla(two.definicion, clave, by).reglas.map((one) => one.clave);
    expect(claves(-1, 'regla2')).toEqual(['regla2', 'regla1']);
    expect(claves(1, 'regla2')).toEqual(['regla1', 'regla2']);
    expect(claves(-1, 'regla1')).toEqual(['regla1', 'regla2']);
  });
  it('give points only while they prioritise', () => {
    const prioriza = setRegla(two.definicion, 'regla1', { efecto: 'prioriza' });
    expect(prioriza.reglas[0]).toMatchObject({ puntos: 1 });
    const again = setRegla(prioriza, 'regla1', { efecto: 'impide' });
    expect(again.reglas[0]).not.toHaveProperty('puntos');
  });
  it('are taken away', () => {
    expect(removeRegla(two.definicion, 'regla1').reglas.map((one) => one.clave)).toEqual([
      'regla2',
    ]);
  });
});

it('the rule that a blank plantilla begins with may be published as it is', () => {
  const hechos: HechoDeclarado[] = [
    { clave: 'edicion.inscripcion', grupo: '', nombre: 'Periodo', tipo: 'periodo' },
  ];
  expect(checkReglas([REGLA_DE_FECHAS], hechos)).toEqual([]);
  const campo = { clave: 'uno', etiqueta: 'Uno', tipo: 'texto', obligatorio: false };
  const parsed = definicionSchema.safeParse({
    secciones: [{ clave: 's', titulo: 'S', campos: [campo] }],
    reglas: [REGLA_DE_FECHAS],
  });
  expect(parsed.error?.issues).toBeUndefined();
});

describe('a condition', () => {
  it('about another fact begins with a comparison that its type has', () => {
    const hoja = withHecho(nueva, edad);
    expect(hoja).toEqual({ id: 'a', field: 'persona.edad', operator: '>=', value: 0 });
    expect(
      checkReglas(
        [{ ...REGLA_DE_FECHAS, condicion: { combinator: 'and', rules: [hoja] } }],
        [edad],
      ),
    ).toEqual([]);
  });
  it('about the same fact of something else keeps its comparison', () => {
    const hoja = { ...withHecho(nueva, acreditado, 'AMP-101'), value: false };
    expect(withHecho(hoja, acreditado, 'PEN-201')).toEqual({
      ...hoja,
      field: 'historia.acreditado:PEN-201',
    });
    expect(fieldsOfReglas([{ condicion: { combinator: 'and', rules: [hoja] } }])).toEqual([
      'historia.acreditado:AMP-101',
    ]);
  });
  it('compared otherwise keeps its values as far as they can', () => {
    const one = { ...withHecho(nueva, edad), value: 18 };
    const between = withOperador(one, edad, 'between');
    expect(between.value).toEqual([18, 18]);
    expect(withOperador({ ...between, value: [18, 30] }, edad, '>=').value).toBe(18);
    const clave = { ...withHecho(nueva, circuito), value: 'C1' };
    expect(withOperador(clave, circuito, 'in').value).toEqual(['C1']);
    expect(withOperador(withHecho(nueva, circuito), circuito, 'in').value).toEqual([]);
  });
  it('keeps how its keys are called, and not how others were', () => {
    const hoja = withValor(withHecho(nueva, circuito), 'C1', { C1: 'Primer Circuito' });
    expect(hoja.palabras).toEqual({ C1: 'Primer Circuito' });
    expect(withValor(hoja, 'C2', { C2: 'Segundo Circuito' }).palabras).toEqual({
      C2: 'Segundo Circuito',
    });
  });
});

it('a group is told from the others by how it joins its parts', () => {
  for (const [junta, { combinator, not }] of Object.entries(JUNTAS)) {
    expect(juntaOf({ combinator, not })).toBe(junta);
  }
});

it('conditions that say the same are equal without what only an editor looks at', () => {
  const make = (id: string) => ({
    id,
    combinator: 'and',
    rules: [{ id, combinator: 'or', not: true, rules: [{ ...nueva, id }] }],
  });
  expect(withoutIds(make('x'))).toEqual(withoutIds(make('y')));
  expect(withoutIds({ ...make('x'), not: true })).not.toEqual(withoutIds(make('y')));
});

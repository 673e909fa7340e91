import { describe, expect, it } from 'vitest';
import {
  algunaDe,
  hoja,
  ningunaDe,
  regla,
  todasDe,
} from '../../../../../tests/factories/reglas.ts';
import type { Grupo, HechoDeclarado, Hoja } from '../contract.ts';
import { MAX_NIVEL } from '../rules.ts';
import { checkReglas } from './rules.ts';

const grupo = 'Persona';
const CATALOGO: readonly HechoDeclarado[] = [
  { clave: 'persona.edad', grupo, nombre: 'Edad', tipo: 'numero' },
  { clave: 'persona.nacio', grupo, nombre: 'Nacimiento', tipo: 'fecha' },
  {
    clave: 'persona.sexo',
    grupo,
    nombre: 'Sexo',
    tipo: 'clave',
    valores: [{ valor: 'H', etiqueta: 'Hombre' }],
  },
  {
    clave: 'historia.acreditado',
    grupo,
    nombre: 'Acreditado',
    tipo: 'booleano',
    argumento: 'Clave',
  },
];
const problemsOf = (condicion: Grupo, overrides = {}) =>
  checkReglas([regla(condicion, overrides)], CATALOGO).map(({ problema }) => problema);

describe('what may be written', () => {
  it.each<[Hoja]>([
    [hoja('persona.edad', '>=', 18)],
    [hoja('persona.edad', 'between', [18, 65])],
    [hoja('persona.nacio', '<=', 'hoy')],
    [hoja('persona.nacio', 'between', ['2026-01-01', 'hoy'])],
    [hoja('persona.sexo', 'in', ['H'])],
    [hoja('historia.acreditado:AMP-101', '=', true)],
    [hoja('momento.hoy', '<', '2027-01-01')],
  ])('%j', (leaf) => {
    expect(problemsOf(todasDe(algunaDe(leaf), ningunaDe(leaf)))).toEqual([]);
  });

  it.each<[Grupo, string]>([
    [todasDe(hoja('persona.peso', '>', 1)), 'El dato «persona.peso» no existe'],
    [todasDe(hoja('constructor', '>', 1)), 'no existe'],
    [todasDe(hoja('persona.edad', 'contains', 1)), 'no puede compararse con «contains»'],
    [todasDe(hoja('persona.edad', '>=', '18')), 'se compara con un número'],
    [todasDe(hoja('persona.edad', 'between', [65, 18])), 'del menor al mayor'],
    [todasDe(hoja('persona.edad', 'between', [65])), 'entre dos valores'],
    [todasDe(hoja('persona.nacio', '<', '2026-02-30')), 'una fecha que exista'],
    [todasDe(hoja('persona.sexo', '=', 'Z')), 'no tiene el valor «Z»'],
    [todasDe(hoja('persona.sexo', 'in', [])), 'una lista que tenga algo'],
    [todasDe(hoja('persona.edad:1', '>', 1)), 'no lleva «1»'],
    [todasDe(hoja('historia.acreditado', '=', true)), 'le falta: Clave'],
    [todasDe(hoja('historia.acreditado:X', '=', 1)), '«sí» o «no»'],
    [todasDe(), 'un grupo sin condiciones'],
    [todasDe(ningunaDe()), 'un grupo sin condiciones'],
    [todasDe({} as Hoja), 'sin dato que comparar'],
    [{ combinator: 'xor' as 'or', rules: [hoja('persona.edad', '>', 1)] }, 'no es de «todas»'],
  ])('refuses %j', (condicion, words) => {
    expect(problemsOf(condicion).join(' ')).toContain(words);
  });

  it('not deeper than is evaluated', () => {
    const deep = (levels: number): Grupo =>
      todasDe(levels === 0 ? hoja('persona.edad', '>', 1) : deep(levels - 1));
    expect(problemsOf(deep(MAX_NIVEL - 1))).toEqual([]);
    expect(problemsOf(deep(MAX_NIVEL)).join()).toContain('unos dentro de otros');
  });

  it('points where they mean something, and nowhere else', () => {
    const leaf = todasDe(hoja('persona.edad', '>', 1));
    expect(problemsOf(leaf, { efecto: 'prioriza', puntos: 5 })).toEqual([]);
    expect(problemsOf(leaf, { efecto: 'prioriza' })).toEqual([
      'Diga cuántos puntos da a quien la cumple.',
    ]);
    expect(problemsOf(leaf, { puntos: 5 })).toEqual(['Solo da puntos una regla que prioriza.']);
  });
});

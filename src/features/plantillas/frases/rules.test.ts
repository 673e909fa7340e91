import { expect, it } from 'vitest';
import type { HechoDeclarado, Regla } from '../reglas/contract.ts';
import { describeRegla } from './rules.ts';

const grupo = 'Persona';
const HECHOS: HechoDeclarado[] = [
  { clave: 'persona.edad', grupo, nombre: 'Edad', tipo: 'numero', unidad: ['año', 'años'] },
  { clave: 'empleo.circuito', grupo, nombre: 'Circuito', tipo: 'clave' },
  { clave: 'estudios.titulos', grupo, nombre: 'Títulos obtenidos', tipo: 'claves' },
  { clave: 'edicion.inscripcion', grupo, nombre: 'Periodo de inscripción', tipo: 'periodo' },
  { clave: 'edicion.inicia', grupo, nombre: 'Inicio de la edición', tipo: 'fecha' },
  {
    clave: 'historia.acreditado',
    grupo,
    nombre: 'Curso acreditado',
    tipo: 'booleano',
    argumento: 'Curso',
    pide: ['haya acreditado «{}»', 'no haya acreditado «{}»'],
  },
];
const mayor = { field: 'persona.edad', operator: '>=', value: 18 };
const amparo = {
  field: 'historia.acreditado:AMP-101',
  operator: '=',
  value: true,
  palabras: { 'AMP-101': 'Juicio de amparo' },
};
const say = (...rules: unknown[]) =>
  describeRegla({ efecto: 'impide', condicion: { combinator: 'and', rules } }, HECHOS);
const wrap = (que: string) => `Para inscribirse se exige que ${que}.`;

it('reads as a sentence, by the type of each fact', () => {
  expect(say(mayor)).toBe(wrap('«Edad» sea al menos 18 años'));
  expect(say({ ...mayor, operator: 'between', value: [18, 30] })).toBe(
    wrap('«Edad» sea una cifra entre 18 y 30 años'),
  );
  expect(say(amparo)).toBe(wrap('haya acreditado «Juicio de amparo»'));
  expect(say({ field: 'edicion.inscripcion', operator: 'open', value: true })).toBe(
    wrap('«Periodo de inscripción» esté abierto'),
  );
  expect(
    say({
      field: 'estudios.titulos',
      operator: 'in',
      value: ['MAE', 'DOC'],
      palabras: { MAE: 'Maestría', DOC: 'Doctorado' },
    }),
  ).toBe(wrap('en «Títulos obtenidos» figure Maestría o Doctorado'));
  expect(say({ field: 'empleo.circuito', operator: '!=', value: 'C1' })).toBe(
    wrap('«Circuito» no sea C1'),
  );
  expect(say({ field: 'edicion.inicia', operator: '<', value: '2027-01-03' })).toBe(
    wrap('«Inicio de la edición» sea antes del 3 de enero de 2027'),
  );
  expect(say({ field: 'edicion.inicia', operator: '>', value: 'hoy' })).toBe(
    wrap('«Inicio de la edición» sea después del día de hoy'),
  );
});

it('joins todas, alguna and ninguna, one within another', () => {
  const alguna = { combinator: 'or', rules: [amparo, mayor] };
  expect(say(mayor, alguna)).toBe(
    wrap(
      '«Edad» sea al menos 18 años y (que haya acreditado «Juicio de amparo» o que «Edad» sea al menos 18 años)',
    ),
  );
  expect(say({ combinator: 'or', not: true, rules: [amparo] })).toBe(
    wrap('no haya acreditado «Juicio de amparo»'),
  );
  expect(say({ combinator: 'or', not: true, rules: [amparo, mayor] })).toBe(
    wrap(
      'no se cumpla ninguna de estas: (que haya acreditado «Juicio de amparo» o que «Edad» sea al menos 18 años)',
    ),
  );
});

it('says what each effect does', () => {
  const of = (efecto: Regla['efecto'], puntos?: number) =>
    describeRegla({ efecto, condicion: { combinator: 'and', rules: [mayor] }, puntos }, HECHOS);
  expect(of('revision')).toContain('Lo decide la escuela, salvo que «Edad»');
  expect(of('advierte')).toContain('Se advierte a la persona, salvo que «Edad»');
  expect(of('prioriza', 5)).toContain('Da 5 puntos para la lista de espera');
});

it('says in its place what is missing or unknown, and never fails', () => {
  expect(say()).toContain('falta al menos una condición');
  expect(say({ field: '', operator: '=', value: '' })).toContain('falta elegir el dato');
  expect(say({ ...mayor, value: '' })).toContain('falta con qué compararlo');
  expect(say({ ...mayor, field: 'nada.de' })).toContain('un dato que no existe');
  expect(say(null, 3, { combinator: 'xor', rules: [[]] })).toContain('Para inscribirse');
});

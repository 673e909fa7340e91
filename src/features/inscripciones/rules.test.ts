import { describe, expect, it } from 'vitest';
import type { Formulario } from '../plantillas/formulario/contract.ts';
import { dondeSeguir, mergeRespuestas, textOfRespuestas } from './rules.ts';

describe('mergeRespuestas', () => {
  const base = { motivos: 'uno', dias: ['lunes'], acepto: false };

  const campo = (clave: string, tipo: 'texto' | 'casilla' | 'numero') =>
    ({ clave, etiqueta: clave, tipo, obligatorio: false }) as const;
  const opciones = ['lunes', 'martes'].map((valor) => ({ valor, etiqueta: valor }));
  const DEF: Formulario = {
    secciones: [
      {
        clave: 's',
        titulo: 'S',
        campos: [
          campo('motivos', 'texto'),
          { clave: 'dias', etiqueta: 'Días', tipo: 'opciones', obligatorio: false, opciones },
          campo('acepto', 'casilla'),
          campo('cargo', 'texto'),
          campo('anios', 'numero'),
        ],
      },
    ],
  };

  it('what was typed as text and saved as the figure that it is was answered alike', () => {
    const join = (...[was, mine, theirs]: [string | number, string | number, string | number]) => {
      const { conflictos, ajenos, valores } = mergeRespuestas(
        DEF,
        { anios: was },
        { anios: mine },
        { anios: theirs },
      );
      return [conflictos, ajenos, valores.anios];
    };
    expect(join('', '3', 3)).toEqual([[], [], '3']);
    expect(join('3', '3', 3)).toEqual([[], [], '3']);
    expect(join('3', '4', 3)).toEqual([[], [], '4']);
    expect(join('3', '3', 5)).toEqual([[], ['anios'], 5]);
    expect(join('3', '4', 5)).toEqual([['anios'], [], '4']);
    expect(join('', 'doce', 'trece')).toEqual([['anios'], [], 'doce']);
  });

  it('keeps what each of the two answered', () => {
    const merge = mergeRespuestas(
      DEF,
      base,
      { ...base, motivos: 'dos' },
      { ...base, dias: ['lunes', 'martes'], cargo: 'Actuaria' },
    );
    expect(merge.conflictos).toEqual([]);
    expect(merge.valores).toEqual({
      motivos: 'dos',
      dias: ['lunes', 'martes'],
      acepto: false,
      cargo: 'Actuaria',
    });
  });

  it('asks only about what both answered differently; lists alike are alike', () => {
    const merge = mergeRespuestas(
      DEF,
      base,
      { motivos: 'aquí', dias: ['martes'], acepto: true },
      { motivos: 'allá', dias: ['martes'], acepto: false },
    );
    expect(merge.conflictos).toEqual(['motivos']);
    expect(merge.valores).toEqual({ motivos: 'aquí', dias: ['martes'], acepto: true });
  });
});

it('answers are the same text in whatever order they come', () => {
  expect(textOfRespuestas({ a: '1', b: ['x'] })).toBe(textOfRespuestas({ b: ['x'], a: '1' }));
  expect(textOfRespuestas({ a: '1' })).not.toBe(textOfRespuestas({ a: '2' }));
});

describe('dondeSeguir', () => {
  const campo = (clave: string, more: object = {}) =>
    ({ clave, etiqueta: clave, tipo: 'texto', obligatorio: true, ...more }) as const;
  const form = (...campos: Formulario['secciones'][number]['campos']): Formulario => ({
    secciones: [{ clave: 's', titulo: 'S', campos }],
  });
  const ANTES = form(campo('a'), campo('b'), campo('c'));
  const TODO = { a: '1', b: '2', c: '3' };

  it('is the first question without its answer, new or not', () => {
    const ahora = form(campo('a'), campo('nueva'), campo('b'), campo('c'));
    expect(dondeSeguir(ANTES, ahora, TODO)).toBe('nueva');
    expect(dondeSeguir(ANTES, ahora, { b: '2', c: '3' })).toBe('a');
    expect(
      dondeSeguir(ANTES, form(campo('a'), campo('b', { max: 3 })), { a: '1', b: '2222' }),
    ).toBe('b');
  });

  it('else the first that asks something else, of those that are asked', () => {
    const otra = campo('c', { etiqueta: 'Otra' });
    expect(dondeSeguir(ANTES, form(campo('a'), campo('b'), otra), TODO)).toBe('c');
    const unseen = campo('d', { visibleSi: { campo: 'a', operador: 'igual', valor: 'no' } });
    expect(dondeSeguir(ANTES, form(campo('a'), unseen, campo('b'), otra), TODO)).toBe('c');
  });

  it('is nowhere when the same is asked', () => {
    expect(dondeSeguir(ANTES, form(campo('c'), campo('a')), TODO)).toBeNull();
    expect(dondeSeguir(ANTES, ANTES, TODO)).toBeNull();
  });
});

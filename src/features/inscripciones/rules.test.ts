import { describe, expect, it } from 'vitest';
import type { Formulario } from '../plantillas/formulario/contract.ts';
import { mergeRespuestas, textOfRespuestas } from './rules.ts';

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

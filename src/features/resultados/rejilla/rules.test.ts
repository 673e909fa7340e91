import { describe, expect, it } from 'vitest';
import {
  bloqueEntre,
  escribirBloque,
  estaEn,
  leerBloque,
  lugarTras,
  repartir,
  siguiente,
} from './rules.ts';

const medida = { filas: 500, columnas: 3 };
const tecla = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });

describe('keys', () => {
  it.each([
    ['ArrowDown', false, { f: 6, c: 1 }],
    ['ArrowUp', false, { f: 4, c: 1 }],
    ['ArrowLeft', false, { f: 5, c: 0 }],
    ['ArrowRight', false, { f: 5, c: 2 }],
    ['ArrowDown', true, { f: 499, c: 1 }],
    ['ArrowUp', true, { f: 0, c: 1 }],
    ['Home', false, { f: 5, c: 0 }],
    ['End', false, { f: 5, c: 2 }],
    ['Home', true, { f: 0, c: 0 }],
    ['End', true, { f: 499, c: 2 }],
    ['PageDown', false, { f: 20, c: 1 }],
    ['PageUp', false, { f: 0, c: 1 }],
    ['a', false, null],
  ])('%s (with control: %s)', (key, ctrl, lugar) => {
    expect(lugarTras({ f: 5, c: 1 }, tecla(key, ctrl), medida)).toEqual(lugar);
  });
  it('Tab goes on to the next row, and leaves at both ends', () => {
    expect(siguiente({ f: 0, c: 2 }, medida)).toEqual({ f: 1, c: 0 });
    expect(siguiente({ f: 1, c: 0 }, medida, true)).toEqual({ f: 0, c: 2 });
    expect(siguiente({ f: 499, c: 2 }, medida)).toBeNull();
    expect(siguiente({ f: 0, c: 0 }, medida, true)).toBeNull();
  });
});

describe('blocks', () => {
  it('are the cells between two corners', () => {
    const bloque = bloqueEntre({ f: 4, c: 0 }, { f: 2, c: 2 });
    expect(bloque).toEqual({ desde: { f: 2, c: 0 }, hasta: { f: 4, c: 2 } });
    expect(estaEn(bloque, { f: 3, c: 1 })).toBe(true);
    expect(estaEn(bloque, { f: 5, c: 1 })).toBe(false);
  });
  it.each([
    [
      '8.5\t9\n10\t7\n',
      [
        ['8.5', '9'],
        ['10', '7'],
      ],
    ],
    ['8.5\r\n9\r\n', [['8.5'], ['9']]],
    ['8\n\n9', [['8'], [''], ['9']]],
    ['"dos\nlíneas"\t"con ""comillas"""', [['dos\nlíneas', 'con "comillas"']]],
    ['5"', [['5"']]],
    ['8', [['8']]],
    ['', [['']]],
  ])('%j', (texto, filas) => {
    expect(leerBloque(texto)).toEqual(filas);
  });
  it('a quote that nothing closes keeps to its line', () => {
    expect(leerBloque('a\t7\t"Falta el anexo 2\nb\t8\t"Otro\nc\t9\tBien')).toEqual([
      ['a', '7', '"Falta el anexo 2'],
      ['b', '8', '"Otro'],
      ['c', '9', 'Bien'],
    ]);
    expect(leerBloque('a\t7\n"\t8\n"\t9')).toEqual([
      ['a', '7'],
      ['"', '8'],
      ['"', '9'],
    ]);
    expect(leerBloque('a\t8\t"Falta\nb\t9\t"\nc\t7\tok')).toEqual([
      ['a', '8', '"Falta'],
      ['b', '9', '"'],
      ['c', '7', 'ok'],
    ]);
    expect(leerBloque('"uno ""dos"""\t"tres\ncuatro"\n5')).toEqual([
      ['uno "dos"', 'tres\ncuatro'],
      ['5'],
    ]);
  });
  it('what is copied is what is pasted', () => {
    const filas = [
      ['8.5', 'tab\taquí', 'dos\nlíneas'],
      ['', '"', 'a'],
    ];
    expect(leerBloque(escribirBloque(filas))).toEqual(filas);
  });
  it('500 grades go from the chosen cell down, what is left over is counted', () => {
    const bloque = Array.from({ length: 500 }, (_, i) => [String(i)]);
    const todo = repartir(bloque, bloqueEntre({ f: 0, c: 0 }, { f: 0, c: 0 }), medida);
    expect([todo.celdas.length, todo.sobran]).toEqual([500, 0]);
    const bajo = repartir(bloque, bloqueEntre({ f: 10, c: 1 }, { f: 10, c: 1 }), medida);
    expect([bajo.celdas.length, bajo.sobran]).toEqual([490, 10]);
    expect(bajo.celdas[0]).toEqual({ lugar: { f: 10, c: 1 }, texto: '0' });
  });
  it('one text fills all that is chosen', () => {
    const { celdas } = repartir([['A']], bloqueEntre({ f: 0, c: 0 }, { f: 1, c: 1 }), medida);
    expect(celdas.map(({ texto }) => texto)).toEqual(['A', 'A', 'A', 'A']);
  });
});

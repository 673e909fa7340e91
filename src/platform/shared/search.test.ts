import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, LIKENESS, likeness, searchIn, wordsOf } from './search.ts';

describe('how a text is looked for', () => {
  it.each([
    ['  Ñandú  ÁÉÍ ', 'nandu aei'],
    ['MUN\u0303OZ', 'munoz'],
    ['O’Gorman', "o'gorman"],
    ['Łukasz Ørsted Đào', 'lukasz orsted dao'],
    ['Ruiz\u00a0\u2003Funes\n2º', 'ruiz funes 2º'],
    ['co\u00adope\u200bración', 'cooperacion'],
    ['', ''],
  ])('%j is looked for as %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('is the same once folded, has no capital of ours, no accent and no doubled blank', () => {
    const latin = fc.string({
      unit: fc.constantFrom(...'aÁÀñÑüÇ oØłß’–\u00a0\u0301\u200b\tZ'),
    });
    fc.assert(
      fc.property(fc.oneof(latin, fc.string({ unit: 'binary' })), (text) => {
        const folded = fold(text);
        expect(fold(folded)).toBe(folded);
        expect(folded).not.toMatch(/[A-ZÁÉÍÓÚÜÑ]|[\u0300-\u036f]| {2}|^ | $/);
      }),
    );
  });

  it('is found by its own words, however they are written', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aáeñ ÜzM-') }), (text) => {
        for (const word of wordsOf(text.toUpperCase())) expect(fold(text)).toContain(word);
      }),
    );
  });
});

describe('what looks like a word', () => {
  it.each([
    ['gonzales', 'maria gonzalez perez'],
    ['hernadez', 'hernandez cruz luis'],
    ['rodrigez', 'ana rodriguez'],
    ['guadalpe', 'guadalupe torres'],
    ['lopes', 'lopez'],
    ['dias', 'diaz mata'],
  ])('%s is close to a word of %s', (word, text) => {
    expect(likeness(word, text)).toBeGreaterThanOrEqual(LIKENESS[1]);
  });

  it.each([
    ['gonzales', 'martinez'],
    ['toluca', 'monterrey laboral'],
    ['ana', 'mariana'],
  ])('%s is not close to %s', (word, text) => {
    expect(likeness(word, text)).toBeLessThan(LIKENESS[1]);
  });
});

describe('a list in memory', () => {
  const cursos = ['Derecho penal', 'Derecho procesal laboral', 'Lógica jurídica'];
  const find = (search: string) => searchIn(cursos, (one) => one, search);

  it('gives what has every word, in its order', () => {
    expect(find('')).toEqual({ filas: cursos, parecidas: false });
    expect(find('DERECHO al')).toEqual({ filas: cursos.slice(0, 2), parecidas: false });
    expect(find('logica')).toEqual({ filas: [cursos[2]], parecidas: false });
  });

  it('gives what looks like it only when nothing has it, the likest first', () => {
    expect(find('drecho laborl')).toEqual({ filas: [cursos[1]], parecidas: true });
    expect(find('juridcia')).toEqual({ filas: [cursos[2]], parecidas: true });
    expect(searchIn(['Grupo 101'], (one) => one, 'grupo 100').filas).toEqual([]);
    expect(find('xyz')).toEqual({ filas: [], parecidas: false });
  });
});

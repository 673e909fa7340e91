import { describe, expect, it } from 'vitest';
import { initialsOf, nameInItsCase, properName } from './names.ts';

describe('names', () => {
  it('reads uppercase names in normal case', () => {
    expect(properName('MARÍA DE LOS ÁNGELES RUIZ-FUNES ÑANDÚ')).toBe(
      'María de los Ángeles Ruiz-Funes Ñandú',
    );
    expect(properName("o'gorman")).toBe("O'Gorman");
    expect(properName('')).toBe('');
  });

  it('leaves the case that a file has', () => {
    expect(nameInItsCase('Ana Beatriz', 'da Silva', 'Ruiz')).toBe('Ana Beatriz da Silva Ruiz');
    expect(nameInItsCase('JOSÉ LUIS', 'VÁZQUEZ', 'de la O')).toBe('José Luis Vázquez de la O');
    expect(nameInItsCase(' josé  luis ', 'McDonald', '')).toBe('José Luis McDonald');
    expect(nameInItsCase('', '')).toBe('');
  });

  it('gives two initials', () => {
    expect(initialsOf('María de los Ángeles Ruiz')).toBe('MÁ');
    expect(initialsOf('Ana')).toBe('A');
  });
});

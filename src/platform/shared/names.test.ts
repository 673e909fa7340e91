import { describe, expect, it } from 'vitest';
import { initialsOf, nameInItsCase, nameOrAddress, properName } from './names.ts';

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

it('calls who has no name by their address, as it is', () => {
  expect(nameOrAddress('ANA DE LA PAZ')).toBe('Ana de la Paz');
  expect(nameOrAddress('ana@escuela.example')).toBe('ana@escuela.example');
});

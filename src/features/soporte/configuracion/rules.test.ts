import { describe, expect, it } from 'vitest';
import {
  camposDesconocidos,
  camposSinLlenar,
  fillRespuesta,
  formatIntervalos,
  parseIntervalos,
} from './rules.ts';

describe('opening hours as they are written', () => {
  it.each([
    ['', []],
    ['9:00 a 14:00', [{ de: '09:00', a: '14:00' }]],
    [
      '16:00–18:30, 9:00-14:00',
      [
        { de: '09:00', a: '14:00' },
        { de: '16:00', a: '18:30' },
      ],
    ],
    ['9 a 14', null],
    ['14:00 a 9:00', null],
    ['9:00 a 14:00, 13:00 a 15:00', null],
    ['25:00 a 26:00', null],
  ])('«%s»', (text, read) => {
    expect(parseIntervalos(text)).toEqual(read);
    if (read) expect(parseIntervalos(formatIntervalos(read))).toEqual(read);
  });
});

describe('a canned answer', () => {
  it('is filled with what is known; what is not stays, and is told', () => {
    const texto = 'Hola, {nombre}: su {tramite} ({folio}) está listo.';
    const filled = fillRespuesta(texto, { nombre: 'Ana', folio: 'CS26', tramite: null });
    expect(filled).toBe('Hola, Ana: su {tramite} (CS26) está listo.');
    expect(camposSinLlenar(filled)).toEqual(['tramite']);
  });

  it('names known fields only', () => {
    expect(camposDesconocidos('{nombre} {curp} {constructor}')).toEqual(['curp', 'constructor']);
  });
});

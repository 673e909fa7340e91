import { describe, expect, it } from 'vitest';
import { receiveTexts } from './texts.ts';

describe('receiveTexts', () => {
  it('names each text by its path, also keys and items', () => {
    const found = receiveTexts({
      email: 'a\0',
      persona: { nombre: 'Ana', apellidos: ['Pérez', '\ud800'] },
      'mala\u0001clave': 1,
    });
    expect(Object.keys(found).toSorted()).toEqual(['', 'email', 'persona.apellidos.1']);
  });

  it('makes line ends one sign, where they are', () => {
    const sent = { texto: 'a\r\nb\rc\nd', lista: ['x\r\ny'] };
    expect(receiveTexts(sent)).toEqual({});
    expect(sent).toEqual({ texto: 'a\nb\nc\nd', lista: ['x\ny'] });
  });

  it('leaves everything else as it was', () => {
    const sent = { n: 1, b: true, nada: null, fecha: '2026-03-05', vacio: '' };
    const copy = structuredClone(sent);
    expect(receiveTexts(sent)).toEqual({});
    expect(sent).toEqual(copy);
    for (const value of [undefined, null, 3, true, 'texto', []])
      expect(receiveTexts(value)).toEqual({});
    expect(receiveTexts('\0')).toEqual({ '': expect.any(String) });
  });

  it('does not follow what is nested without end, and does not fall over it', () => {
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(Object.values(receiveTexts({ data: deep }))).toEqual([
      'Los datos tienen demasiados niveles.',
    ]);
  });
});

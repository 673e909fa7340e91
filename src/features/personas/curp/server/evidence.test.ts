import { describe, expect, it } from 'vitest';
import { CODE_ALPHABET, type Line } from '../../../../platform/server/ocr/types.ts';
import { contradictions } from './evidence.ts';

/** Lines as read without doubt, one below the other. */
const page = (...texts: string[]): Line[] =>
  texts.map((text, row) => ({
    text,
    confidence: 1,
    box: { cx: 100 + text.length * 5, cy: row * 30, ux: 1, uy: 0, hw: text.length * 5, hh: 10 },
    glyphs: [...text].map((char) => {
      const chances = new Float32Array(CODE_ALPHABET.length);
      if (CODE_ALPHABET.includes(char)) chances[CODE_ALPHABET.indexOf(char)] = 1;
      return { char, confidence: 1, chances };
    }),
  }));

const CURP = 'BALO510208MBCRZL07';
/** As BALO…M, the check digit of both agrees. */
const OTHER_SEX = 'BALO510208HBCRZL02';

describe('what the rest of a document says against a CURP', () => {
  const key = page('CLAVE DE ELECTOR', 'BRLZOL51020802M601', 'CURP', CURP);

  it("is the elector's key: also one whose name starts with a vowel", () => {
    expect(contradictions(key)(CURP)).toBe(false);
    expect(contradictions(key)(OTHER_SEX)).toBe(true);
    expect(contradictions(key)('BALO510218MBCRZL04')).toBe(true);
    expect(contradictions(key)('XEPJ510208MBCTRN07')).toBe(true);
  });

  it('is the key also when a digit of it was read as the letter it resembles', () => {
    const worn = page('BRLZOL51O20802M6O1');
    expect(contradictions(worn)(CURP)).toBe(false);
    expect(contradictions(worn)(OTHER_SEX)).toBe(true);
  });

  it('is the key also when its end was lost', () => {
    const cut = page('CLAVEDEELECTORBRLZOL51020802M6');
    expect(contradictions(cut)(CURP)).toBe(false);
    expect(contradictions(cut)(OTHER_SEX)).toBe(true);
  });

  it("is the sex as printed; a lone M is mujer on an elector's card only", () => {
    expect(contradictions(page('CREDENCIAL PARA VOTAR', 'SEXO', 'M'))(OTHER_SEX)).toBe(true);
    expect(contradictions(page('LICENCIA PARA CONDUCIR', 'SEXO: M'))(OTHER_SEX)).toBe(false);
    expect(contradictions(page('SEXO: HOMBRE'))(CURP)).toBe(true);
  });

  it('is the date of birth, and no other date', () => {
    expect(contradictions(page('FECHA DE NACIMIENTO', '18/02/1951'))(CURP)).toBe(true);
    expect(contradictions(page('FECHA DE NACIMIENTO', '08/02/1951'))(CURP)).toBe(false);
    expect(contradictions(page('FECHA DE EXPEDICIÓN', '18/02/1951'))(CURP)).toBe(false);
    expect(contradictions(page('14/05/2022'))(CURP)).toBe(false);
  });
});

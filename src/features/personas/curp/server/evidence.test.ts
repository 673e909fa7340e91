import { describe, expect, it } from 'vitest';
import {
  CODE_ALPHABET,
  LATTICE_WIDTH,
  type Line,
  type OcrPage,
} from '../../../../platform/server/ocr/types.ts';
import { evidence } from './evidence.ts';

/** Steps of a reading: each character with its chance over the likeliest, then a gap. */
const latticeOf = (steps: readonly Record<string, number>[]): Float32Array =>
  Float32Array.from(
    steps.flatMap((chances) => {
      const row = new Array<number>(LATTICE_WIDTH).fill(Math.log(0.01));
      for (const [char, chance] of Object.entries(chances)) {
        const at = CODE_ALPHABET.indexOf(char);
        row[at < 0 ? LATTICE_WIDTH - 1 : at] = Math.log(chance);
      }
      const gap = new Array<number>(LATTICE_WIDTH).fill(Math.log(0.01));
      gap[LATTICE_WIDTH - 1] = 0;
      return [...row, ...gap];
    }),
  );

/** Lines as read without doubt, one below the other. */
const page = (...texts: string[]): Line[] =>
  texts.map((text, row) => ({
    text,
    confidence: 1,
    box: { cx: 100 + text.length * 5, cy: row * 30, ux: 1, uy: 0, hw: text.length * 5, hh: 10 },
    glyphs: [...text].map((char) => ({ char, confidence: 1 })),
    lattice: latticeOf([...text].map((char) => ({ [char]: 1 }))),
  }));

/** Nothing more is to be seen on the page, unless a letter beside a label is given. */
const looking = (letter?: string): OcrPage => ({
  scan: async () => [],
  reread: async (_box, variants) =>
    variants.map(() => ({
      text: letter ?? '',
      confidence: 1,
      glyphs: letter ? [{ char: letter, confidence: 1 }] : [],
      lattice: letter ? latticeOf([{ [letter]: 1 }]) : new Float32Array(),
    })),
});

const contradictions = async (lines: Line[], letter?: string) =>
  (await evidence(lines, looking(letter))).contradicts;

const CURP = 'BALO510208MBCRZL07';
/** As BALO…M, the check digit of both agrees. */
const OTHER_SEX = 'BALO510208HBCRZL02';

describe('what the rest of a document says against a CURP', () => {
  const key = page('CLAVE DE ELECTOR', 'BRLZOL51020802M601', 'CURP', CURP);

  it("is the elector's key: also one whose name starts with a vowel", async () => {
    expect((await contradictions(key))(CURP)).toBe(false);
    expect((await contradictions(key))(OTHER_SEX)).toBe(true);
    expect((await contradictions(key))('BALO510218MBCRZL04')).toBe(true);
    expect((await contradictions(key))('XEPJ510208MBCTRN07')).toBe(true);
  });

  it('is the key also when a digit of it was read as the letter it resembles', async () => {
    const worn = page('BRLZOL51O20802M6O1');
    expect((await contradictions(worn))(CURP)).toBe(false);
    expect((await contradictions(worn))(OTHER_SEX)).toBe(true);
  });

  it('is the key also when its end was lost', async () => {
    const cut = page('CLAVEDEELECTORBRLZOL51020802M6');
    expect((await contradictions(cut))(CURP)).toBe(false);
    expect((await contradictions(cut))(OTHER_SEX)).toBe(true);
  });

  it('is the key read again when its sex is left open: no check digit tells H from M', async () => {
    const clear = 'BRLZOL51020802M601';
    const steps = [...clear].map((char, i) => (i === 14 ? { M: 1, H: 0.2 } : { [char]: 1 }));
    const lines = page('CLAVE DE ELECTOR', clear, 'CURP', CURP).map((line) =>
      line.text === clear ? { ...line, lattice: latticeOf(steps) } : line,
    );
    const again = (text: string): OcrPage => ({
      scan: async () => [],
      reread: async (_box, variants) =>
        variants.map(() => ({
          text,
          confidence: 1,
          glyphs: [...text].map((char) => ({ char, confidence: 1 })),
          lattice: latticeOf(
            [...text].map((char, i) => (i === 14 ? { [char]: 1, H: 0.001 } : { [char]: 1 })),
          ),
        })),
    });
    const says = async (second: string) => (await evidence(lines, again(second))).contradicts;
    expect((await contradictions(lines))(OTHER_SEX)).toBe(false);
    expect((await says(clear))(OTHER_SEX)).toBe(true);
    expect((await says(clear))(CURP)).toBe(false);
    // What the second network reads as something else says nothing.
    expect((await says('DOMICILIO CONOCIDO'))(OTHER_SEX)).toBe(false);
  });

  it('is no print too blurred to tell', async () => {
    // The key's M may as well be an H, and its day an 18.
    const [line] = page('BRLZOL51020802M601');
    const chances = [...'BRLZOL51020802M601'].map((char, i): Record<string, number> => {
      if (i === 14) return { M: 1, H: 0.5 };
      return i === 10 ? { 0: 1, 1: 0.5 } : { [char]: 1 };
    });
    const blurred = [{ ...line!, lattice: latticeOf(chances) }];
    expect((await contradictions(blurred))(OTHER_SEX)).toBe(false);
    expect((await contradictions(blurred))('BALO510218MBCRZL04')).toBe(false);
    expect((await contradictions(blurred))('BALO510228MBCRZL01')).toBe(true);
  });

  it('is the sex as printed; a lone M is mujer where it cannot be masculino', async () => {
    expect((await contradictions(page('CREDENCIAL PARA VOTAR', 'SEXO', 'M')))(OTHER_SEX)).toBe(
      true,
    );
    expect((await contradictions(page('LICENCIA PARA CONDUCIR', 'SEXO: M')))(OTHER_SEX)).toBe(
      false,
    );
    expect((await contradictions(page('PODER JUDICIAL', 'SEXO', 'M')))(OTHER_SEX)).toBe(true);
    // A letter that was no line of its own.
    expect((await contradictions(page('SEXO'), 'M'))(OTHER_SEX)).toBe(true);
    expect((await contradictions(page('SEXO'), 'H'))(OTHER_SEX)).toBe(false);
    expect((await contradictions(page('SEXO'), 'H'))(CURP)).toBe(true);
    expect((await contradictions(page('SEXO: HOMBRE')))(CURP)).toBe(true);
  });

  it('is the sex also when a letter of it is worn, and not the label that looks like it', async () => {
    const worn = (word: string, other: Record<string, number>) => {
      const [line] = page(word);
      const steps = [...word].map((char, i) => (i === 0 ? { [char]: 1, ...other } : { [char]: 1 }));
      return [{ ...line!, lattice: latticeOf(steps) }];
    };
    expect((await contradictions(worn('RUJER', { M: 0.5 })))(OTHER_SEX)).toBe(true);
    expect((await contradictions(worn('ROMBRE', { H: 0.5 })))(CURP)).toBe(true);
    expect((await contradictions(worn('NOMBRE', { H: 0.5 })))(CURP)).toBe(false);
  });

  it('is the date of birth, and no other date', async () => {
    expect((await contradictions(page('FECHA DE NACIMIENTO', '18/02/1951')))(CURP)).toBe(true);
    expect((await contradictions(page('FECHA DE NACIMIENTO', '08/02/1951')))(CURP)).toBe(false);
    expect((await contradictions(page('FECHA DE EXPEDICIÓN', '18/02/1951')))(CURP)).toBe(false);
    expect((await contradictions(page('14/05/2022')))(CURP)).toBe(false);
  });
});

describe('a worn date', () => {
  it('contradicts when another day explains it much better, though no date can be read', async () => {
    // 18-02-1951, of which the 9 is read as a 5.
    const [line] = page('1802-1551');
    const steps = [...'1802-1551'].map((char, i) => (i === 6 ? { 5: 1, 9: 0.4 } : { [char]: 1 }));
    const worn = [{ ...line!, lattice: latticeOf(steps) }];
    expect((await contradictions(worn))(CURP)).toBe(true);
    expect((await contradictions(worn))('BALO510218MBCRZL04')).toBe(false);
  });
});

describe('what the rest of a document says for a CURP', () => {
  it('is counted in facts: birth date, sex, the key and its letters, RFC, and the names for two', async () => {
    const facts = async (...lines: string[]) =>
      (await evidence(page(...lines), looking())).confirms(CURP);
    expect(await facts('BRAVO', 'LIZARRAGA', 'OLGA')).toBe(2);
    expect(await facts('BRAVO', 'SOSA', 'OLGA')).toBe(0);
    expect(await facts('08/02/1951')).toBe(1);
    expect(await facts('08/02/1951', 'MUJER')).toBe(2);
    expect(await facts('18/02/1951', 'HOMBRE')).toBe(0);
    // The key says the birth date and the sex again, and six letters of the names.
    expect(await facts('08/02/1951', 'BRLZOL51020802M601')).toBe(3);
    expect(await facts('08/02/1951', 'BRLPOL51020802M601')).toBe(2);
    expect(await facts('RFC BALO510208QX2')).toBe(1);
    expect(await facts('BALO510208QX2')).toBe(1);
    expect(await facts('BALO510218QX2')).toBe(0);
    expect(await facts('OLGABRAVO LIZARRAGA')).toBe(2);
  });

  it('is not the CURP itself, whole or cut in two', async () => {
    const facts = async (...lines: string[]) =>
      (await evidence(page(...lines), looking())).confirms(CURP);
    expect(await facts(CURP)).toBe(0);
    expect(await facts(CURP.slice(0, 12), CURP.slice(12))).toBe(0);
    expect(await facts(CURP.slice(0, 13), CURP.slice(13))).toBe(0);
  });
});

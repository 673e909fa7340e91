import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESTO_MIN, restoOf } from './rules.ts';

const JUANA = [
  'juana.robles@correo.example',
  'Juana',
  'Robles',
  'Martínez',
  'ROMJ800315MDFBRN04',
  '1980-03-15',
];
const GOMEZ = ['mision5@correo.example', 'Luis Ángel', 'Gómez', 'Martínez de la O'];
const CURP = ['RAGB760723MCHMTG05'];

describe('what is left', () => {
  it.each([
    ['juanarobles1980', JUANA],
    ['juana.robles@correo', JUANA],
    ['JUANA.ROBLES@CORREO.EXAMPLE', JUANA],
    ['Juana Robles M', JUANA],
    ['Martínez-Robles', JUANA],
    ['martinezrobles!!', JUANA],
    ['romj800315mdf', JUANA],
    ['ROMJ800315MDFBRN04', JUANA],
    ['40NRBFDM513008JMOR', JUANA],
    ['romj-800315-x', JUANA],
    ['selbor_anauj_80', JUANA],
    ['Ju4n4R0bl3s1980', JUANA],
    ['jμ4n@R0bl3s'.replace('μ', 'u'), JUANA],
    ['J.u.a.n.a.R.o.b', JUANA],
    ['15031980Juana', JUANA],
    ['15/03/80-03/15/80', JUANA],
    ['80-3-15 80.15.3', JUANA],
    ['15demarzode1980', JUANA],
    ['1980marzo15', JUANA],
    ['15mar80robles', JUANA],
    ['gomezmartinez1', GOMEZ],
    ['Gómez  Martínez', GOMEZ],
    ['MartinezDeLaO7', GOMEZ],
    ['luisangel_gomez', GOMEZ],
    ['mision5@correo', GOMEZ],
    ['mision.correo.5', GOMEZ],
    ['RAGB760723MCHMTG05', CURP],
    ['ragb760723mcht', CURP],
    // What a CURP says is its owner's too.
    ['23071976-1976', CURP],
    ['PoderJudicial2026', []],
    ['Escuela2026!!', []],
    ['Mexico2026Mexico', []],
    ['M3x1c0_2026', []],
    ['3scu3l4jud1c14l', []],
    ['ENFJ-portal-2026', []],
    ['laicidujredop', []],
    ['ProcuraduriaX1', [], ['Procuraduría Agraria']],
  ] as [string, string[], string[]?][])('of %s is nothing much', (password, own, school = []) =>
    expect([...restoOf(password, own, school).resto].length).toBeLessThan(RESTO_MIN),
  );

  it.each([
    ['una frase larga y tonta', JUANA],
    ['Tren-Nube-Lago-2026', JUANA],
    ['el perro de la luna canta', GOMEZ],
    ['tres osos azules bailan', [...JUANA, '1999-05-05']],
    ['xK9#q2Lw!vB7', JUANA],
    // A name that is within a word takes no more than itself.
    ['banana-tren-azul-lago', ['Ana', 'Li']],
    ['los delfines del mar cantan', ['María de los Ángeles', 'del Mar']],
    ['la montaña de coral brillante', ['Luz de la Paz', 'Coral']],
  ] as [string, string[]][])('of %s is enough', (password, own) =>
    expect([...restoOf(password, own).resto].length).toBeGreaterThanOrEqual(RESTO_MIN),
  );

  it('says of what the rest was', () => {
    expect(restoOf('juana-lunes-azul', JUANA)).toMatchObject({ propio: true, escolar: false });
    expect(restoOf('escuela-lunes-azul', [])).toMatchObject({ propio: false, escolar: true });
    expect(restoOf('lunes-azul-tren', JUANA)).toEqual({
      resto: 'lunes-azul-tren',
      propio: false,
      escolar: false,
    });
  });

  const word = fc.stringMatching(/^[A-Za-zÁÉÍÓÚÑÜáéíóúñü]{4,12}$/);

  it('whatever one is called, and however it is dressed up, nothing of it is left', () => {
    const dress = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
      (text) => [...text].reverse().join(''),
      (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
      (text) => [...text].join('.'),
      (text) => [...text].join(' '),
      (text) => text.replace(/[aA]/g, '4').replace(/[eE]/g, '3').replace(/[oO]/g, '0'),
      (text) => text.replace(/[aA]/g, '@').replace(/[sS]/g, '$').replace(/[iI]/g, '1'),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), dress, (names, disguised) => {
        for (const made of [
          names.join(''),
          names.join(' '),
          names.join('_'),
          names.toReversed().join(''),
        ]) {
          const { resto, propio } = restoOf(disguised(made), names);
          expect(resto).not.toMatch(/[\p{L}\p{N}]/u);
          expect(propio).toBe(true);
        }
      }),
    );
  });

  it('any six in a row of a key go, in any case', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 6, max: 18 }),
        (from, length) => {
          const piece = 'ROMJ800315MDFBRN04'.slice(from, from + length);
          expect(restoOf(piece.toLowerCase(), JUANA).resto).toBe('');
        },
      ),
    );
  });

  it('any day goes in every order', () => {
    const day = fc.date({
      min: new Date('1930-01-01'),
      max: new Date('2010-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, fc.constantFrom('', '/', '-', '.', ' '), (date, sign) => {
        const [y = '', m = '', d = ''] = date.toISOString().slice(0, 10).split('-');
        const [m1, d1, y2] = [String(Number(m)), String(Number(d)), y.slice(2)];
        const ways = [
          [d, m, y],
          [y, m, d],
          [m, d, y],
          [y, d, m],
          [d, m, y2],
          [y2, m, d],
          [m, d, y2],
          [d1, m1, y],
          [y, m1, d1],
        ];
        for (const way of ways) {
          expect(restoOf(way.join(sign), [`${y}-${m}-${d}`]).resto).not.toMatch(/\d/);
        }
      }),
    );
  });

  it('never fails, and what is left is of the password, in its order', () => {
    const any = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(any, fc.array(any, { maxLength: 5 }), (password, own) => {
        const { resto } = restoOf(password, own);
        let at = 0;
        const signs = [...password.normalize('NFKC')];
        for (const sign of resto) {
          at = signs.indexOf(sign, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }),
    );
  });
});

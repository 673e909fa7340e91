import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { randomCrockford } from '../../platform/shared/ids.ts';
import {
  cuentasDe,
  formatFolioEmitido,
  lookOf,
  makeFolioEmitido,
  parseFolioEmitido,
  RANDOM_EMITIDO,
  readCamposEmitido,
  TIPOS,
  type Tipo,
  tipoOf,
  type Vigencia,
  vigenciaDe,
} from './rules.ts';

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const folioOf = (tipo: (typeof TIPOS)[number]) =>
  makeFolioEmitido(tipo, 2026, randomCrockford(RANDOM_EMITIDO));

describe('a folio', () => {
  it('has its kind, its year, eighty random bits and a check symbol, in groups of four', () => {
    const folio = makeFolioEmitido('certificado', 2026, 'K9Y2ZKYW2KGSJV7Q');
    expect(formatFolioEmitido(folio)).toBe(`CE26-K9Y2-ZKYW-2KGS-JV7Q-${folio.at(-1)}`);
    for (const tipo of TIPOS) {
      expect(parseFolioEmitido(folioOf(tipo))).toMatchObject({ tipo });
    }
    expect(new Set(TIPOS.map((tipo) => tipoOf(tipo).codigo)).size).toBe(5);
  });

  it('with any single wrong symbol is none: every place, every symbol, every kind', () => {
    let tried = 0;
    for (const tipo of TIPOS) {
      const folio = folioOf(tipo);
      for (let at = 0; at < folio.length; at++) {
        for (const symbol of SYMBOLS) {
          if (symbol === folio[at]) continue;
          const wrong = folio.slice(0, at) + symbol + folio.slice(at + 1);
          expect([wrong, parseFolioEmitido(wrong)]).toEqual([wrong, null]);
          tried += 1;
        }
      }
    }
    expect(tried).toBe(5 * 21 * 31);
  });

  it('with any two different neighbours swapped is none: every pair of symbols, every place', () => {
    const digits = '0123456789';
    for (let at = 2; at < 20; at++) {
      for (const a of at < 4 ? digits : SYMBOLS) {
        for (const b of at + 1 < 4 ? digits : SYMBOLS) {
          if (a === b) continue;
          const random = () => SYMBOLS[randomInt(32)]!;
          const body = Array.from({ length: 20 }, (_, i) =>
            i === at ? a : i === at + 1 ? b : i < 2 ? 'CE'[i]! : i < 4 ? '2' : random(),
          );
          const year = 2000 + Number(body.slice(2, 4).join(''));
          if (Number.isNaN(year)) continue;
          const folio = makeFolioEmitido('certificado', year, body.slice(4).join(''));
          const swapped = [...folio];
          [swapped[at], swapped[at + 1]] = [swapped[at + 1]!, swapped[at]!];
          // The last pair is with the check symbol itself, whatever it came to be.
          if (swapped.join('') === folio) continue;
          expect(parseFolioEmitido(swapped.join(''))).toBeNull();
        }
      }
    }
    const folio = folioOf('grado');
    expect(parseFolioEmitido(`RG${folio.slice(2)}`)).toBeNull();
  });

  it('is read however it is typed', () => {
    const folio = makeFolioEmitido('reconocimiento', 2026, '0110ABCDEFGHJKMN');
    for (const typed of [
      formatFolioEmitido(folio).toLowerCase(),
      formatFolioEmitido(folio).replaceAll('-', ' '),
      formatFolioEmitido(folio).replaceAll('-', '–'),
      folio.replaceAll('0', 'o').replaceAll('1', 'l'),
      ` ${folio.replaceAll('0', 'O').replaceAll('1', 'I')}\n`,
    ]) {
      expect([typed, parseFolioEmitido(typed)?.folio]).toEqual([typed, folio]);
    }
    for (const none of ['', 'CE26', 'x'.repeat(5000), folio.replace('RE', 'AC'), 'Ñ'.repeat(21)]) {
      expect(parseFolioEmitido(none)).toBeNull();
    }
  });
});

describe('vigenciaDe', () => {
  const ahora = new Date('2026-11-21T16:00:00Z');
  const [before, after] = [new Date(+ahora - 1), new Date(+ahora + 1)];
  it.each([
    ['borrador', null, null],
    ['vigente', null, 'vigente'],
    ['vigente', after, 'vigente'],
    ['vigente', before, 'vencida'],
    ['vigente', ahora, 'vencida'],
    ['suspendida', after, 'suspendida'],
    ['suspendida', before, 'vencida'],
    // What was revoked is so whatever its last day was.
    ['revocada', before, 'revocada'],
    ['sustituida', before, 'sustituida'],
  ] as const)('%s, until %s: %s', (estado, venceEn, expected) => {
    expect(vigenciaDe({ estado, venceEn }, ahora)).toBe(expected);
  });
  it('is said as the kind is called', () => {
    expect(lookOf('credencial', 'revocada').palabra).toBe('Revocada');
    expect(lookOf('grado', 'revocada').palabra).toBe('Revocado');
    expect(lookOf('certificado', 'vencida')).toEqual({ palabra: 'Vencido', tono: 'warning' });
  });
});

describe('readCamposEmitido', () => {
  it('gives what the document says, as it is printed', () => {
    expect(
      readCamposEmitido('certificado', {
        horas: '40',
        calificacion: '9,5',
        inicia: '2026-01-05',
        otro: 'x',
      }),
    ).toEqual({
      dichos: [
        { key: 'horas', label: 'Horas', valor: '40', impreso: '40' },
        { key: 'calificacion', label: 'Calificación', valor: '9,5', impreso: '9.5' },
        {
          key: 'inicia',
          label: 'Inicio',
          valor: '2026-01-05',
          impreso: expect.stringContaining('2026'),
        },
      ],
    });
  });
  it('says what is wrong, by field', () => {
    expect(
      readCamposEmitido('certificado', {
        calificacion: '11',
        inicia: '2026-02-30',
        termina: '2026-01-01',
      }),
    ).toEqual({
      errores: {
        horas: 'Falta: Horas.',
        calificacion: 'Escriba un número entre 0 y 10, con dos decimales como máximo.',
        inicia: 'Escriba una fecha que exista.',
        termina: 'El término no puede ser anterior al inicio.',
      },
    });
    expect(readCamposEmitido('credencial', { calidad: 'constructor' })).toEqual({
      errores: { calidad: 'Elija una opción.' },
    });
  });
});

it('counts what somebody has of each kind, without what was revoked or replaced', () => {
  const de = (tipo: Tipo, estado: Vigencia | 'borrador') => ({ tipo, estado });
  expect(
    cuentasDe([
      de('grado', 'vigente'),
      de('certificado', 'vencida'),
      de('certificado', 'suspendida'),
      de('certificado', 'sustituida'),
      de('credencial', 'revocada'),
      de('reconocimiento', 'borrador'),
    ]),
  ).toEqual([
    { tipo: 'certificado', n: 2, palabra: 'Certificados' },
    { tipo: 'grado', n: 1, palabra: 'Grado' },
  ]);
});

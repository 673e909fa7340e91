import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCurp } from '../curp/rules.ts';
import { compareDatos, isClaveSinCurp, makeClaveSinCurp, mergeNombres, NOMBRES } from './rules.ts';

const eight = fc.integer({ min: 0, max: 99_999_999 }).map((n) => String(n).padStart(8, '0'));

describe('the key of a person without CURP', () => {
  it('is recognised, and is never a CURP', () => {
    fc.assert(
      fc.property(eight, (digits) => {
        const clave = makeClaveSinCurp(digits);
        expect(isClaveSinCurp(clave)).toBe(true);
        expect(parseCurp(clave).ok).toBe(false);
      }),
    );
  });
  it('detects every wrong digit and every swap of neighbours', () => {
    fc.assert(
      fc.property(
        eight,
        fc.integer({ min: 2, max: 10 }),
        fc.integer({ min: 1, max: 9 }),
        (digits, at, shift) => {
          const clave = makeClaveSinCurp(digits);
          const wrong = String((Number(clave[at]) + shift) % 10);
          expect(isClaveSinCurp(clave.slice(0, at) + wrong + clave.slice(at + 1))).toBe(false);
          if (at < 10 && clave[at] !== clave[at + 1]) {
            const swapped = clave.slice(0, at) + clave[at + 1] + clave[at] + clave.slice(at + 2);
            expect(isClaveSinCurp(swapped)).toBe(false);
          }
        },
      ),
    );
  });
  it('refuses other shapes', () => {
    expect(isClaveSinCurp('SC12345678')).toBe(false);
    expect(() => makeClaveSinCurp('1234')).toThrow(RangeError);
  });
});

describe('two files of one person', () => {
  const ana = { nombre: 'Ana', apellidoPaterno: 'Pérez', apellidoMaterno: 'Ruiz' };
  const luz = { nombre: 'Luz', apellidoPaterno: 'Pérez', apellidoMaterno: '' };
  const birth = { fechaNacimiento: null, sexo: null, entidad: null };

  it('differ where both say something, and keep what only one says', () => {
    const compared = compareDatos({ ...ana, ...birth }, { ...luz, ...birth, sexo: 'M' });
    expect(compared.filter(({ difiere }) => difiere).map(({ campo }) => campo)).toEqual(['nombre']);
    expect(Object.fromEntries(compared.map(({ campo, queda }) => [campo, queda]))).toEqual({
      nombre: 'actual',
      apellidoPaterno: 'actual',
      apellidoMaterno: 'anterior',
      fechaNacimiento: 'actual',
      sexo: 'actual',
      entidad: 'actual',
    });
  });
  it('leave the names that were chosen', () => {
    expect(mergeNombres(ana, luz, [])).toEqual(luz);
    expect(mergeNombres(ana, luz, [...NOMBRES])).toEqual(ana);
    expect(mergeNombres(ana, luz, ['apellidoMaterno'])).toEqual({ ...ana, nombre: 'Luz' });
  });
});

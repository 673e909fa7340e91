import { expect, it } from 'vitest';
import { CODIGO_INTENTOS, codigoNow, codigoProblem, isVerificable, readCodigo } from './rules.ts';

const ahora = new Date('2026-11-22T10:00:00Z');
const after = (ms: number) => new Date(ahora.getTime() + ms);

it('a code is read however it was pasted, and is six digits', () => {
  expect(readCodigo(' 123 456\n')).toBe('123456');
  expect(codigoProblem('123-456')).toBeNull();
  for (const wrong of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])
    expect(codigoProblem(wrong)).toMatch(/6 cifras/);
});

it('a code serves until its term and its last try', () => {
  const row = { hash: 'x', vence_en: after(1), intentos: CODIGO_INTENTOS - 1 };
  expect(codigoNow(row, ahora)).toBe('vigente');
  expect(codigoNow(row, after(1))).toBe('vencido');
  expect(codigoNow({ ...row, intentos: CODIGO_INTENTOS }, ahora)).toBe('agotado');
  expect(codigoNow({ ...row, hash: null, vence_en: null }, ahora)).toBe('sinPedir');
  expect(codigoNow(undefined, ahora)).toBe('sinPedir');
});

it('messages reach mobiles', () => {
  expect(isVerificable({ clase: 'celular' })).toBe(true);
  expect(isVerificable({ clase: 'oficina' })).toBe(false);
});

import { expect, it } from 'vitest';
import { buscadosDe, facetasDe } from './rules.ts';

const texts = (busqueda: string) =>
  buscadosDe(busqueda).map((all) => all.map(({ texto }) => texto));

it('looks for words, and for a number as it is kept however it is parted', () => {
  expect(texts('  Núñez   ÁVILA ')).toEqual([['nunez', 'avila']]);
  expect(texts('')).toEqual([]);
  expect(texts('55 1234 5678')).toEqual([['55', '1234', '5678'], ['5512345678']]);
  expect(texts('+52 (55) 1234-5678')).toEqual([['+52', '(55)', '1234-5678'], ['5512345678']]);
  expect(texts('044 55 1234 5678').at(-1)).toEqual(['5512345678']);
  expect(texts('+1 202-555-0123').at(-1)).toEqual(['12025550123']);
  expect(texts('55 1234').at(-1)).toEqual(['551234']);
  // One number, written whole: once.
  expect(texts('123456')).toEqual([['123456']]);
  expect(texts('HEGA850312')).toEqual([['hega850312']]);
});

it('looks where each thing stands', () => {
  const [[word, short, email, number]] = buscadosDe('luna li ana@b.mx 77') as never as [
    { enNombre: string | null; enClaves: boolean }[],
  ];
  expect([word, short, email, number].map((one) => [one?.enNombre, one?.enClaves])).toEqual([
    ['parte', false],
    ['inicio', false],
    [null, true],
    ['inicio', true],
  ]);
});

it('asks the directory for what the filters say', () => {
  expect(facetasDe({})).toEqual([]);
  expect(
    facetasDe({
      pendiente: 'discrepancias',
      cuenta: 'sin',
      completitud: 'falta-telefono',
      documentos: 'pendiente',
      circuito: 'AB3CDEF0-1234-4567-89ab-0123456789AB',
    }),
  ).toEqual(['por-revisar', 'sin-cuenta', 'falta-telefono', 'doc-pendiente', 'r0123456789ab']);
});

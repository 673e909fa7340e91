import { expect, it } from 'vitest';
import {
  describeCapturado,
  formatPuntos,
  leerFolio,
  leerPuntos,
  leerPuntosDeCelda,
  situacionDe,
} from './rules.ts';

it.each([
  ['87.5', 8750],
  ['87,50', 8750],
  ['0', 0],
  ['0.00', 0],
  ['100', 10_000],
  ['100.00', 10_000],
  [' 80 % ', 8000],
  ['80%', 8000],
  ['8.769999999', 877],
  ['0.30000000000000004', 30],
  ['007', 700],
  ['NP', null],
  ['n.p.', null],
  ['Ausente', null],
  ['no se presentó', null],
  ['', null],
  ['   ', null],
])('reads %o as %o hundredths', (texto, valor) => {
  expect(leerPuntos(texto)).toEqual({ valor });
});

it.each([
  ['100.01', /0 a 100/],
  ['-1', /0 a 100/],
  ['999999999', /0 a 100/],
  ['8.765', /dos decimales/],
  ['8.7', null],
  ['ocho', /87\.5/],
  ['8 5', /87\.5/],
  ['1e2', /87\.5/],
  ['=1+1', /87\.5/],
  ['Infinity', /87\.5/],
  ['NaN', /87\.5/],
  ['0x10', /87\.5/],
  ['８７', /87\.5/],
  ['#N/A', /87\.5/],
  ['2026-05-08', /87\.5/],
  ['8.5.1', /87\.5/],
  ['1,000.50', /87\.5/],
  ['%', /87\.5/],
  ['.', /87\.5/],
])('of %o says what is wrong', (texto, mensaje) => {
  const leido = leerPuntos(texto);
  if (mensaje === null) expect(leido).toHaveProperty('valor');
  else expect(leido).toEqual({ error: expect.stringMatching(mensaje) });
});

it('reads a cell that holds a number as it is shown, and no other figure than that', () => {
  expect(leerPuntosDeCelda(8.769999999)).toEqual({ valor: 877 });
  expect(leerPuntosDeCelda(0.1 + 0.2)).toEqual({ valor: 30 });
  expect(leerPuntosDeCelda(0.1 + 0.2 - 0.3)).toEqual({ valor: 0 });
  expect(leerPuntosDeCelda(-0)).toEqual({ valor: 0 });
  expect(leerPuntosDeCelda(99.999999999)).toEqual({ valor: 10_000 });
  expect(leerPuntosDeCelda(8.765)).toHaveProperty('error');
  expect(leerPuntosDeCelda(100.5)).toHaveProperty('error');
  expect(leerPuntosDeCelda(Number.NaN)).toHaveProperty('error');
  for (let centesimas = 0; centesimas <= 10_000; centesimas++) {
    expect(leerPuntosDeCelda(centesimas / 100)).toEqual({ valor: centesimas });
    expect(leerPuntos(formatPuntos(centesimas))).toEqual({ valor: centesimas });
  }
});

it('tells an absence from 0 and from what was not captured', () => {
  expect([null, { puntos: null }, { puntos: 0 }, { puntos: 8750 }].map(describeCapturado)).toEqual([
    'Sin capturar',
    'Ausente',
    '0.00',
    '87.50',
  ]);
  expect([null, { puntos: null }, { puntos: 0 }].map(situacionDe)).toEqual([
    'sinCapturar',
    'ausente',
    'presente',
  ]);
});

it('reads a folio however it was written', () => {
  const folio = 'SP26K9Y2ZKYWJ';
  for (const escrito of [
    'SP26-K9Y2-ZKYW-J',
    'sp26k9y2zkywj',
    ' SP26 K9Y2 ZKYW J ',
    'https://portal.example/solicitud/SP26-K9Y2-ZKYW-J',
    'http://portal.example/a/b/sp26k9y2zkywj/?de=qr#x',
  ]) {
    expect(leerFolio(escrito)).toBe(folio);
  }
  // Letters that are taken for figures.
  expect(leerFolio('SP26-KOY2-ZKYW-J')).toBe('SP26K0Y2ZKYWJ');
  for (const nada of [
    '',
    'x',
    '=HYPERLINK("a")',
    'javascript:alert(1)',
    'Á'.repeat(12),
    'A'.repeat(40),
  ]) {
    expect(leerFolio(nada)).toBeNull();
  }
});

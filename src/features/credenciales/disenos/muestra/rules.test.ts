import { expect, it } from 'vitest';
import { PROGRAMA_MAX, parseFolioEmitido, TIPOS, tipoOf } from '../../rules.ts';
import { muestraDe } from './rules.ts';

const given = { institucion: 'Escuela', publicUrl: 'https://escuela.example', firmantes: [] };

it.each(TIPOS)('a sample of a %s says every field, and has a folio of its kind', (tipo) => {
  for (const largo of [false, true]) {
    const { campos, folio } = muestraDe(tipo, { ...given, largo });
    expect(campos.map(({ key }) => key)).toEqual(tipoOf(tipo).campos.map(({ key }) => key));
    expect(parseFolioEmitido(folio)?.tipo).toBe(tipo);
  }
});

it('the long one has the longest name and programme that there may be', () => {
  const { titular, programa } = muestraDe('certificado', { ...given, largo: true });
  expect(titular.nombreCompleto.length).toBeGreaterThanOrEqual(80);
  expect(programa.length).toBeGreaterThan(PROGRAMA_MAX - 10);
  expect(programa.length).toBeLessThanOrEqual(PROGRAMA_MAX);
});

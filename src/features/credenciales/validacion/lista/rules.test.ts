import { expect, it } from 'vitest';
import { renglonesDe } from './rules.ts';

const FOLIO = 'CE26-K9Y2-ZKYW-2KGS-JV7Q-T';

it('finds a folio wherever it stands in a line', () => {
  for (const line of [
    FOLIO,
    'ce26 k9y2 zkyw 2kgs jv7q t',
    `https://escuela.example/validateCertificate/${FOLIO}`,
    `Folio: ${FOLIO}`,
    `1. ${FOLIO}`,
    `${FOLIO} Juan Pérez López`,
    `Juan Pérez López ${FOLIO} certificado de argumentación jurídica 2026`,
    `«${FOLIO}»`,
    `${FOLIO}\u200b`,
    `"${FOLIO}";Ana Pérez Ruiz;12345678`,
  ]) {
    const [{ folio = null } = {}, ...others] = renglonesDe(line);
    expect([line, folio?.replace(/[- ]/g, '').toUpperCase(), others]).toEqual([
      line,
      FOLIO.replaceAll('-', ''),
      [],
    ]);
  }
});

it('tells of every line, also of those that repeat another', () => {
  expect(
    renglonesDe(
      `Folio;Nombre\n${FOLIO}\r\n\r\n${FOLIO}\nCE26\nCE26-K9Y2-ZKYW\n  \nx${'9'.repeat(90)}`,
    ),
  ).toEqual([
    { texto: 'Folio;Nombre', folio: null },
    { texto: FOLIO, folio: FOLIO },
    { texto: FOLIO, folio: FOLIO },
    { texto: 'CE26', folio: null },
    { texto: 'CE26-K9Y2-ZKYW', folio: null },
    { texto: `x${'9'.repeat(90)}`, folio: null },
  ]);
  expect(renglonesDe('  \n\n')).toEqual([]);
});

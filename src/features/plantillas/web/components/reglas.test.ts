import { expect, it } from 'vitest';
import { digestOf, makeCasos } from '../../../../../tests/factories/reglas.ts';
import { evaluateReglas } from '../../reglas/rules.ts';

it('10,000 generated cases: the browser decides what the server does', () => {
  const said = makeCasos(13, 10_000).map(({ reglas, hechos, ahora }) => {
    const { cumple, sinDato, condiciones } = evaluateReglas(reglas, hechos, ahora)[0]!;
    return `${cumple} ${sinDato} ${condiciones.map(({ valor }) => valor).join()};`;
  });
  // As src/features/plantillas/reglas/rules.test.ts, which runs in the server's project.
  expect(digestOf(said)).toBe('12ec5783');
});

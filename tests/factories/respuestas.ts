import type { Formulario, Respuestas } from '../../src/features/plantillas/formulario/contract.ts';
import {
  describeRespuestas,
  exampleOf,
  fieldsOf,
  validateRespuestas,
} from '../../src/features/plantillas/formulario/rules.ts';
import { randomOf } from './reglas.ts';

/** A good answer to every field of a form, whatever its version asks for. */
export const answerAll = (form: Formulario, prefilled: Respuestas): Respuestas => {
  const answers: Record<string, Respuestas[string]> = { ...prefilled };
  for (const campo of fieldsOf(form)) {
    if (campo.clave in answers && answers[campo.clave] !== '') continue;
    const example = exampleOf(campo, () => 0);
    if (example !== undefined) answers[campo.clave] = example;
  }
  return answers;
};

/** What people write, and what a form may be sent: right for some kind of field, or for none. */
const ESCRITO: readonly Respuestas[string][] = [
  '',
  '  ',
  'otro',
  'jurisdiccional',
  'Defensoría pública',
  'Defensori\u0301a pu\u0301blica',
  'İSTANBUL',
  'ana@correo.example',
  '12',
  ' 1,234.5 ',
  '61',
  '12 años',
  '1 8 2014',
  '2014-08-01',
  '2023-02-29',
  '31 de febrero de 2020',
  'x'.repeat(600),
  '\u0000',
  '\ud800',
  12,
  0.1 + 0.2,
  -0,
  true,
  false,
  [],
  ['amparo'],
  ['amparo', 'penal', 'laboral'],
  ['otra', 'penal'],
];

/** Generated answers to a form, the same in browser and server. */
export const makeFormularios = (form: Formulario, seed: number, count: number): Respuestas[] => {
  const n = randomOf(seed);
  return Array.from({ length: count }, () =>
    Object.fromEntries(
      fieldsOf(form).flatMap(({ clave }) =>
        n(5) === 0 ? [] : [[clave, ESCRITO[n(ESCRITO.length)]!]],
      ),
    ),
  );
};

/** What each comes to: what is asked, kept and wrong, and what would be printed of it. */
export const judgeFormularios = (form: Formulario, all: readonly Respuestas[]): string[] =>
  all.map((respuestas) => {
    const checked = validateRespuestas(form, respuestas);
    return JSON.stringify([checked, describeRespuestas(form, checked.datos)]);
  });

import type { Formulario, Respuestas } from '../../src/features/plantillas/formulario/contract.ts';
import { exampleOf, fieldsOf } from '../../src/features/plantillas/formulario/rules.ts';

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

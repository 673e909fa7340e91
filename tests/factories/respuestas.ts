import type { Formulario, Respuestas } from '../../src/features/plantillas/formulario/contract.ts';
import { fieldsOf } from '../../src/features/plantillas/formulario/rules.ts';

/** A good answer to every field of a form, whatever its version asks for. */
export const answerAll = (form: Formulario, prefilled: Respuestas): Respuestas => {
  const answers: Record<string, Respuestas[string]> = { ...prefilled };
  for (const campo of fieldsOf(form)) {
    if (campo.clave in answers && answers[campo.clave] !== '') continue;
    switch (campo.tipo) {
      case 'opcion':
        answers[campo.clave] = campo.opciones[0]!.valor;
        break;
      case 'opciones':
        answers[campo.clave] = campo.opciones.slice(0, campo.min ?? 1).map(({ valor }) => valor);
        break;
      case 'casilla':
      case 'declaracion':
        answers[campo.clave] = true;
        break;
      case 'numero':
        answers[campo.clave] = String(campo.min ?? campo.max ?? 1);
        break;
      case 'fecha':
        answers[campo.clave] = campo.min ?? campo.max ?? '2020-01-15';
        break;
      default:
        answers[campo.clave] =
          'Interés en la materia y en servir mejor a las personas justiciables.';
    }
  }
  return answers;
};

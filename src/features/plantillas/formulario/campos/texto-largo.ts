import { MENSAJES } from '../errors.ts';
import { checkLength, clean, exampleText, textOf } from '../respuestas/rules.ts';
import { crossed, defineClase } from './contract.ts';

const MAX_TEXTO_LARGO = 4000;

/** Text of as many lines as it takes. Characters: at least, at most. */
export const textoLargo = defineClase({
  tipo: 'textoLargo',
  nombre: 'Texto largo',
  ajustes: [
    { clave: 'minLongitud', etiqueta: 'Caracteres, al menos', control: 'entero' },
    { clave: 'maxLongitud', etiqueta: 'Caracteres, como máximo', control: 'entero' },
  ],
  nuevo: () => ({}),
  lectura: (z) => ({ minLongitud: z.number().optional(), maxLongitud: z.number().optional() }),
  escritura: (z) => ({
    minLongitud: z.int().min(1).max(MAX_TEXTO_LARGO).optional(),
    maxLongitud: z.int().min(1).max(MAX_TEXTO_LARGO).optional(),
  }),
  impossible: ({ etiqueta, minLongitud, maxLongitud }) =>
    crossed(etiqueta, minLongitud, maxLongitud),
  answer: 'string',
  someAnswers({ minLongitud = 1, maxLongitud = MAX_TEXTO_LARGO }) {
    return minLongitud > maxLongitud ? [] : ['a', 'b'].map((one) => one.repeat(minLongitud));
  },
  paraReglas: () => ({ tipo: 'texto' }),

  normalise(_campo, raw) {
    const text = textOf(raw);
    return text === undefined ? undefined : clean(text).trim();
  },
  check: ({ etiqueta, minLongitud, maxLongitud = MAX_TEXTO_LARGO }, valor) =>
    checkLength(etiqueta, String(valor), minLongitud, maxLongitud),
  missing: ({ etiqueta }) => MENSAJES.escriba(etiqueta),

  print: (_campo, valor) => String(valor),
  blank: 'Sin respuesta',

  control: ({ maxLongitud }) => ({
    kind: 'area',
    ...(maxLongitud !== undefined && { maxLength: maxLongitud }),
  }),
  hint: ({ minLongitud = 0 }) =>
    minLongitud > 1 ? `Al menos ${minLongitud} caracteres` : undefined,
  example: ({ minLongitud, maxLongitud }) => exampleText(minLongitud, maxLongitud),
});

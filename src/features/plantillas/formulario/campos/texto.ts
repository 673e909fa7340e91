import { MENSAJES } from '../errors.ts';
import { checkLength, exampleText, MAX_TEXTO, oneLine, textOf } from '../respuestas/rules.ts';
import { crossed, defineClase } from './contract.ts';

/** A line of text. Characters: at least, at most. */
export const texto = defineClase({
  tipo: 'texto',
  nombre: 'Texto corto',
  ajustes: [
    { clave: 'minLongitud', etiqueta: 'Caracteres, al menos', control: 'entero' },
    { clave: 'maxLongitud', etiqueta: 'Caracteres, como máximo', control: 'entero' },
  ],
  nuevo: () => ({}),
  lectura: (z) => ({ minLongitud: z.number().optional(), maxLongitud: z.number().optional() }),
  escritura: (z) => ({
    minLongitud: z.int().min(1).max(MAX_TEXTO).optional(),
    maxLongitud: z.int().min(1).max(MAX_TEXTO).optional(),
  }),
  impossible: ({ etiqueta, minLongitud, maxLongitud }) =>
    crossed(etiqueta, minLongitud, maxLongitud),
  answer: 'string',
  someAnswers({ minLongitud = 1, maxLongitud = MAX_TEXTO }) {
    return minLongitud > maxLongitud ? [] : ['a', 'b'].map((one) => one.repeat(minLongitud));
  },
  paraReglas: () => ({ tipo: 'texto' }),

  normalise(_campo, raw) {
    const text = textOf(raw);
    return text === undefined ? undefined : oneLine(text);
  },
  check: ({ etiqueta, minLongitud, maxLongitud = MAX_TEXTO }, valor) =>
    checkLength(etiqueta, String(valor), minLongitud, maxLongitud),
  missing: ({ etiqueta }) => MENSAJES.escriba(etiqueta),

  print: (_campo, valor) => String(valor),
  blank: 'Sin respuesta',

  control: () => ({ kind: 'text' }),
  hint: ({ minLongitud = 0 }) =>
    minLongitud > 1 ? `Al menos ${minLongitud} caracteres` : undefined,
  example: ({ minLongitud, maxLongitud }) => exampleText(minLongitud, maxLongitud),
});

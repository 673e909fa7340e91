import { pick } from '../../../../platform/shared/random.ts';
import { MENSAJES, plural } from '../errors.ts';
import {
  crossed,
  defineClase,
  OPCIONES,
  optionsOf,
  printChosen,
  repeated,
  valuesOf,
} from './contract.ts';

/** Some of several; `min` and `max`: how many must, and may, be chosen. */
export const opciones = defineClase({
  tipo: 'opciones',
  nombre: 'Varias opciones',
  ajustes: [
    { clave: 'opciones', etiqueta: 'Opciones', control: 'opciones' },
    { clave: 'min', etiqueta: 'Opciones, al menos', control: 'entero' },
    { clave: 'max', etiqueta: 'Opciones, como máximo', control: 'entero' },
  ],
  nuevo: () => ({
    opciones: [
      { valor: 'opcion1', etiqueta: 'Opción 1' },
      { valor: 'opcion2', etiqueta: 'Opción 2' },
    ],
  }),
  lectura: (z) => ({
    opciones: OPCIONES.lectura(z),
    min: z.number().optional(),
    max: z.number().optional(),
  }),
  escritura: (z, common) => ({
    opciones: OPCIONES.escritura(z, common),
    min: z.int().min(1).optional(),
    max: z.int().min(1).optional(),
  }),
  impossible: (campo) => [
    ...crossed(campo.etiqueta, campo.min, campo.max),
    ...repeated(campo),
    ...((campo.min ?? 1) > new Set(valuesOf(campo)).size
      ? [{ at: 'min', message: `«${campo.etiqueta}» pide más opciones de las que ofrece.` }]
      : []),
  ],
  answer: 'list',
  choices: valuesOf,
  someAnswers(campo) {
    const values = [...new Set(valuesOf(campo))];
    const { min = 1, max = values.length } = campo;
    if (min > max || min > values.length) return [];
    const first = values.slice(0, min);
    // Another one: with one more where it may be, with the last one in the place of another where there is one.
    const other =
      min < max ? values.slice(0, min + 1) : [...values.slice(0, min - 1), values.at(-1)!];
    return other.join() === first.join() ? [first] : [first, other];
  },
  paraReglas: (campo) => ({ tipo: 'claves', valores: campo.opciones }),

  normalise(campo, raw) {
    const chosen = Array.isArray(raw) ? raw : [raw];
    return valuesOf(campo).filter((valor) => chosen.includes(valor));
  },
  check({ etiqueta: e, min = 1, max }, valor) {
    const { length } = valor as readonly string[];
    if (length < min) return MENSAJES.elijaVarias(e, min);
    return max !== undefined && length > max
      ? `Elija como máximo ${plural(max, 'opción', 'opciones')} en «${e}».`
      : null;
  },
  missing: ({ etiqueta, min = 1 }) => MENSAJES.elijaVarias(etiqueta, min),

  print: (campo, valor) => printChosen(campo, Array.isArray(valor) ? valor : [valor]),
  blank: 'Sin respuesta',

  control: (campo) => ({ kind: 'checks', options: optionsOf(campo) }),
  hint({ min = 1, max }) {
    if (max === undefined) return min > 1 ? `Elija ${min} o más` : 'Elija las que correspondan';
    return min === max ? `Elija ${max}` : `Elija de ${min} a ${max}`;
  },
  example(campo, random) {
    const values = valuesOf(campo);
    const { min = 1, max = values.length } = campo;
    // Enough of them, those that chance names first.
    const chosen = [pick(random, values), pick(random, values), ...values];
    return [...new Set(chosen)].slice(
      0,
      Math.max(min, Math.min(max, new Set(chosen.slice(0, 2)).size)),
    );
  },
});

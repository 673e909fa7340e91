import { pick } from '../../../../platform/shared/random.ts';
import { defineClase, OPCIONES, optionsOf, printChosen, repeated, valuesOf } from './contract.ts';

/** From here on the choices are a list to open rather than buttons in sight. */
const MAX_RADIOS = 6;

/** One of several. */
export const opcion = defineClase({
  tipo: 'opcion',
  nombre: 'Una opción',
  ajustes: [{ clave: 'opciones', etiqueta: 'Opciones', control: 'opciones' }],
  nuevo: () => ({
    opciones: [
      { valor: 'opcion1', etiqueta: 'Opción 1' },
      { valor: 'opcion2', etiqueta: 'Opción 2' },
    ],
  }),
  lectura: (z) => ({ opciones: OPCIONES.lectura(z) }),
  escritura: (z, common) => ({ opciones: OPCIONES.escritura(z, common) }),
  impossible: repeated,
  answer: 'string',
  choices: valuesOf,
  someAnswers: (campo) => [...new Set(valuesOf(campo))].slice(0, 2),
  paraReglas: ({ opciones }) => ({ tipo: 'clave', valores: opciones }),

  normalise: (campo, raw) => (valuesOf(campo).some((valor) => valor === raw) ? raw : undefined),
  check: () => null,
  missing: ({ etiqueta }) => `Elija una opción en «${etiqueta}».`,

  print: (campo, valor) => printChosen(campo, Array.isArray(valor) ? valor : [valor]),
  blank: 'Sin respuesta',

  control(campo) {
    const options = optionsOf(campo);
    // Radio buttons cannot be left unanswered again once pressed; a list can.
    if (!campo.obligatorio) return { kind: 'list', options, empty: 'Sin respuesta' };
    return { kind: options.length <= MAX_RADIOS ? 'radios' : 'list', options };
  },
  hint: () => undefined,
  example: (campo, random) => pick(random, valuesOf(campo)),
});

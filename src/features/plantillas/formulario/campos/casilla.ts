import { MENSAJES } from '../errors.ts';
import { defineClase } from './contract.ts';

/** Yes or no; unmarked is no. What must be accepted is a `declaracion`. */
export const casilla = defineClase({
  tipo: 'casilla',
  nombre: 'Casilla',
  ajustes: [],
  nuevo: () => ({ obligatorio: false }),
  lectura: () => ({}),
  escritura: () => ({}),
  impossible: ({ etiqueta, obligatorio }) =>
    obligatorio
      ? [
          {
            at: 'obligatorio',
            message: `«${etiqueta}» es una casilla y puede quedar sin marcar. Si debe aceptarse, use una declaración.`,
          },
        ]
      : [],
  answer: 'boolean',
  someAnswers: ({ obligatorio }) => (obligatorio ? [true] : [true, false]),
  paraReglas: ({ etiqueta }) => ({
    tipo: 'booleano',
    pide: [`haya marcado «${etiqueta}»`, `no haya marcado «${etiqueta}»`],
  }),

  normalise: (_campo, raw) => raw === true || raw === 'true',
  check: () => null,
  missing: ({ etiqueta }) => MENSAJES.escriba(etiqueta),

  print: (_campo, valor) => (valor === true ? 'Sí' : 'No'),
  blank: 'No',

  control: () => ({ kind: 'check' }),
  hint: () => undefined,
  example: (_campo, random) => random() < 0.1,
});

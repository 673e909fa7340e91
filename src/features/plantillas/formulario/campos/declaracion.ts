import { defineClase } from './contract.ts';

/** A statement to accept; `texto` is what is declared, `etiqueta` its short name. */
export const declaracion = defineClase({
  tipo: 'declaracion',
  nombre: 'Declaración que se acepta',
  ajustes: [
    {
      clave: 'texto',
      etiqueta: 'Texto de la declaración',
      ayuda: 'La persona lo lee completo y el acuse lo imprime.',
      control: 'area',
    },
  ],
  nuevo: () => ({ texto: '' }),
  lectura: (z) => ({ texto: z.string() }),
  escritura: (z) => ({ texto: z.string().trim().min(1).max(4000) }),
  impossible: () => [],
  answer: 'boolean',
  someAnswers: ({ obligatorio }) => (obligatorio ? [true] : [true, false]),
  paraReglas: ({ etiqueta }) => ({
    tipo: 'booleano',
    pide: [`haya aceptado «${etiqueta}»`, `no haya aceptado «${etiqueta}»`],
  }),

  normalise: (_campo, raw) => raw === true || raw === 'true',
  check: () => null,
  missing: ({ etiqueta }) => `Para continuar, lea y marque «${etiqueta}».`,

  print: (_campo, valor) => (valor === true ? 'Sí, acepto' : 'No'),
  blank: 'No',
  accepted: ({ texto }, valor) => (valor === true ? texto : undefined),

  control: ({ etiqueta, obligatorio, texto }) => ({
    kind: 'check',
    label: obligatorio ? etiqueta : `${etiqueta} (opcional)`,
    text: texto,
  }),
  hint: () => undefined,
  example: ({ obligatorio }, random) => obligatorio || random() < 0.1,
});

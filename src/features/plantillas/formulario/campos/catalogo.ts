import { CATALOGO_IDS, catalogoOf } from '../../../catalogos/definiciones/rules.ts';
import { REFERENCIA } from '../respuestas/rules.ts';
import { defineClase } from './contract.ts';

/** An item of one of the house's catalogs: its key and its name stay as they were when it was answered. */
export const catalogo = defineClase({
  tipo: 'catalogo',
  nombre: 'Elemento de un catálogo',
  ajustes: [{ clave: 'catalogo', etiqueta: 'Catálogo', control: 'catalogo' }],
  nuevo: () => ({ catalogo: 'organos' }),
  lectura: (z) => ({ catalogo: z.enum(CATALOGO_IDS) }),
  escritura: (z) => ({ catalogo: z.enum(CATALOGO_IDS) }),
  impossible: () => [],
  answer: 'referencia',
  apunta: ({ catalogo: id }) => ({ a: 'catalogo', catalogo: id }),
  paraReglas: ({ catalogo: id }) => ({ tipo: 'clave', valoresDe: { catalogo: id } }),

  ...REFERENCIA,
  missing({ etiqueta, catalogo: id }) {
    const { singular, femenino } = catalogoOf(id);
    return `Elija ${femenino ? 'una' : 'un'} ${singular} en «${etiqueta}».`;
  },
  blank: 'Sin respuesta',

  control: ({ catalogo: id }) => ({ kind: 'catalogo', catalogo: id }),
  hint: () => undefined,
  example: () => ({
    id: '00000000-0000-4000-8000-000000000000',
    clave: 'ejemplo',
    nombre: 'Ejemplo',
  }),
});

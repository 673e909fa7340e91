import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { MOTIVO_LECTURA } from '../../../platform/shared/lecturas.ts';
import { APOYO_IDS, DETALLE_MAX } from './rules.ts';

const necesidades = z.object({ apoyos: z.array(z.enum(APOYO_IDS)), detalle: z.string() });

const propias = necesidades.extend({
  /** Goes back when it is saved; 0: nothing was ever said. */
  version: z.number(),
});
export type AccesibilidadPropia = z.infer<typeof propias>;

/** What one needs to take part, as one said it. */
export const getAccesibilidadPropia = callable({
  name: 'getAccesibilidadPropia',
  summary: 'Lo que uno mismo dijo que necesita para participar (datos sensibles, cifrados).',
  input: z.union([z.null(), z.strictObject({})]),
  output: propias,
});

/** Nothing of it: what was said before is removed. Errors: ABORTED (`accesibilidad-cambio`), NOT_FOUND. */
export const saveAccesibilidadPropia = callable({
  name: 'saveAccesibilidadPropia',
  summary: 'Guarda, aparte y cifrado, lo que uno mismo necesita para participar; vacío, lo borra.',
  input: z.strictObject({
    apoyos: z.array(z.enum(APOYO_IDS)).max(APOYO_IDS.length),
    detalle: z.string().max(DETALLE_MAX),
    /** The one that was edited. */
    version: z.int32().min(0),
  }),
  output: propias,
});

/**
 * What somebody needs, for who must attend to it. Each reading is left in the history with its reason, which its person
 * reads, before anything is opened. Errors: INVALID_ARGUMENT (no reason), NOT_FOUND.
 */
export const getAccesibilidadPersona = callable({
  name: 'getAccesibilidadPersona',
  summary:
    'Lo que una persona necesita para participar (solo Escolar); cada consulta queda anotada con su motivo.',
  input: z.strictObject({
    /** CURP or key of the person. */
    clave: z.string().max(60),
    motivo: z
      .string()
      .trim()
      .min(MOTIVO_LECTURA.min, 'Escriba para qué necesita consultarlo.')
      .max(MOTIVO_LECTURA.max),
  }),
  output: necesidades,
});

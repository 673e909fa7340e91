import { z } from 'zod';
import { CLASES_OPCIONALES } from '../../../platform/shared/avisos.ts';
import { callable } from '../../../platform/shared/callable.ts';

const clases = z.array(z.enum(CLASES_OPCIONALES));

const avisos = z.object({
  /** The kinds of mail that one finds in the portal only, in the order of their declaration. */
  soloEnPortal: clases,
});
export type Avisos = z.infer<typeof avisos>;

export const getAvisosPropios = callable({
  name: 'getAvisosPropios',
  summary: 'De qué avisos opcionales pidió uno mismo no recibir correo y verlos solo en el portal.',
  input: z.union([z.null(), z.strictObject({})]),
  output: avisos,
});

/** Errors: ABORTED (`avisos-cambio`: it is not what was seen any more). */
export const saveAvisosPropios = callable({
  name: 'saveAvisosPropios',
  summary:
    'Elige de qué avisos opcionales no se recibe correo en la propia cuenta. Los obligatorios no se pueden apagar.',
  input: z.strictObject({
    soloEnPortal: clases.max(CLASES_OPCIONALES.length),
    /** What was seen when it was chosen. */
    antes: clases.max(CLASES_OPCIONALES.length),
  }),
  output: avisos,
});

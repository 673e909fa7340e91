import { z } from 'zod';
import { CLASES_OPCIONALES, MODOS_AVISO } from '../../../platform/shared/avisos.ts';
import { callable } from '../../../platform/shared/callable.ts';

const modo = z.strictObject({ clase: z.enum(CLASES_OPCIONALES), modo: z.enum(MODOS_AVISO) });

/** By which way each optional kind comes: every kind once, in the order of their declaration. */
const modos = z.array(modo).max(CLASES_OPCIONALES.length);

const avisos = z.object({
  modos: z.array(z.object({ clase: z.enum(CLASES_OPCIONALES), modo: z.enum(MODOS_AVISO) })),
});
export type Avisos = z.infer<typeof avisos>;

export const getAvisosPropios = callable({
  name: 'getAvisosPropios',
  summary:
    'Por dónde recibe uno mismo cada aviso opcional: por correo, solo en el portal o en un resumen diario o semanal.',
  input: z.union([z.null(), z.strictObject({})]),
  output: avisos,
});

/** Errors: ABORTED (`avisos-cambio`: it is not what was seen any more). */
export const saveAvisosPropios = callable({
  name: 'saveAvisosPropios',
  summary:
    'Elige por dónde se recibe cada aviso opcional en la propia cuenta. Los obligatorios llegan siempre por correo. Los que no se mencionan quedan como estaban.',
  input: z.strictObject({
    modos,
    /** What was seen when it was chosen. */
    antes: modos,
  }),
  output: avisos,
});

import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';

const persona = z.object({
  /** The key that routes use: the CURP, or the `SC…` key of who has none. */
  clave: z.string(),
  curp: z.string().nullable(),
  nombre: z.string(),
  apellidoPaterno: z.string(),
  apellidoMaterno: z.string(),
  nombreCompleto: z.string(),
  /** YYYY-MM-DD, of who has no CURP: for the others the CURP says it. */
  fechaNacimiento: z.string().nullable(),
  sexo: z.enum(['H', 'M', 'X']).nullable(),
  entidadNacimiento: z.string().nullable(),
  /** Names of the data that do not agree with the CURP, recorded for staff to look at. */
  discrepancias: z.array(z.string()),
  /** What staff found when they looked at them, and when (ISO); null while nobody has. */
  revision: z.object({ nota: z.string(), en: z.string() }).nullable(),
  /** What a registration without validation said its CURP was; only for staff. */
  curpDeclarada: z.string().nullable(),
  photoURL: z.string().nullable(),
  /** Whether it is the file of who asks. */
  propia: z.boolean(),
});
export type Persona = z.infer<typeof persona>;

export const getPersona = callable({
  name: 'getPersona',
  summary:
    'El expediente de una persona por su CURP o clave, también las anteriores: el propio, o cualquiera para Escolar y Admin (queda en el historial).',
  input: z.strictObject({ clave: z.string().max(60) }),
  output: persona,
});

/** Errors: NOT_FOUND, ABORTED (`discrepancias-cambiaron`: they are no longer those that were seen). */
export const reviewDiscrepanciasPersona = callable({
  name: 'reviewDiscrepanciasPersona',
  summary:
    'Anota que se revisaron los datos que no coinciden con la CURP, y qué se encontró (Escolar y Admin).',
  input: z.strictObject({
    clave: z.string().max(60),
    /** As they were shown. */
    discrepancias: z.array(z.string().max(40)).min(1).max(10),
    nota: z.string().trim().min(5).max(500),
  }),
  output: z.object({ ok: z.literal(true) }),
});

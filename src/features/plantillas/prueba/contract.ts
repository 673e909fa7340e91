import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { resultadoReglaSchema } from '../reglas/contract.ts';

/**
 * Looks at somebody's data, and leaves in their history who did. Errors: NOT_FOUND (`plantilla-no-existe`; nobody has
 * that key).
 */
export const previewReglasPersona = callable({
  name: 'previewReglasPersona',
  summary:
    'Prueba las reglas de una versión con una persona, hoy o en otra fecha, condición por condición (Admin; queda en el historial de la persona).',
  input: z.strictObject({
    versionId: z.uuid(),
    /** CURP or key of the person. */
    clave: z.string().trim().min(1).max(60),
    /** Without one, what is asked of the edition is «sin dato». */
    edicionId: z.uuid().nullable(),
    /** A day of Mexico City, at noon; null: now. */
    fecha: z.iso.date().nullable(),
  }),
  output: z.object({
    persona: z.object({ clave: z.string(), nombre: z.string() }),
    /** ISO instant for which they were judged. */
    evaluadaEn: z.string(),
    /** No rule stands in the way; without an edition, besides the dates. What is answered in the form is not known. */
    cumple: z.boolean(),
    aRevision: z.boolean(),
    puntos: z.number(),
    resultados: z.array(resultadoReglaSchema),
  }),
});

import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { MOTIVO_LECTURA } from '../../../platform/shared/lecturas.ts';
import { INSCRIPCION } from '../estados.ts';

/**
 * The sensitive answers that a person gave in the inscripciones that they sent, for staff who must
 * attend to them. Each reading is left in the history with its reason, which the person reads.
 * Errors: INVALID_ARGUMENT (no reason), NOT_FOUND (no person has that key).
 */
export const getRespuestasSensibles = callable({
  name: 'getRespuestasSensibles',
  summary:
    'Respuestas sensibles de una persona en sus inscripciones (personal de la escuela); cada consulta queda anotada con su motivo.',
  input: z.strictObject({
    /** CURP or key of the person. */
    clave: z.string().max(60),
    motivo: z
      .string()
      .trim()
      .min(MOTIVO_LECTURA.min, 'Escriba para qué necesita consultarlos.')
      .max(MOTIVO_LECTURA.max),
  }),
  output: z.object({
    inscripciones: z.array(
      z.object({
        id: z.string(),
        curso: z.string(),
        edicion: z.string(),
        estado: z.enum(INSCRIPCION.estados),
        /** ISO 8601. */
        enviadaEn: z.string(),
        /** What was answered in it cannot be read: somebody altered the database, or its key was lost. */
        ilegible: z.boolean(),
        secciones: z.array(
          z.object({
            titulo: z.string(),
            respuestas: z.array(
              z.object({
                etiqueta: z.string(),
                valor: z.string(),
                aceptado: z.string().optional(),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
});

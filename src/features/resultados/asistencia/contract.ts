import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { edicionConResultadosSchema } from '../contract.ts';
import { TODAS_LAS_MARCAS } from './rules.ts';

const marca = z.enum(TODAS_LAS_MARCAS);

/**
 * The attendance of an edition: its sessions in order, and of each person a mark for each session of theirs (null: of another group).
 * `huella` as in `getResultados`. Errors: NOT_FOUND (`edicion-no-existe`).
 */
export const getAsistencia = callable({
  name: 'getAsistenciaEdicion',
  summary: 'La asistencia por sesión de quienes cursan una edición.',
  input: z.strictObject({ edicionId: z.uuid(), huella: z.string().max(100).optional() }),
  output: z.object({
    edicion: edicionConResultadosSchema,
    /** `fecha`: a day YYYY-MM-DD; `de` and `a`: hours HH:MM of Mexico City. */
    sesiones: z.array(
      z.object({
        id: z.string(),
        fecha: z.string(),
        de: z.string(),
        a: z.string(),
        tema: z.string(),
        grupo: z.string().nullable(),
      }),
    ),
    huella: z.string(),
    filas: z
      .array(
        z.object({
          inscripcionId: z.string(),
          nombre: z.string(),
          grupo: z.string().nullable(),
          propia: z.boolean(),
          /** In the order of `sesiones`. */
          marcas: z.array(z.object({ valor: marca.nullable(), version: z.number() }).nullable()),
        }),
      )
      .nullable(),
  }),
});
export type SesionDeAsistencia = z.output<typeof getAsistencia.output>['sesiones'][number];

/** How many marks go in one sending. */
export const MAX_MARCAS = 1_000;

/** Saves marks, each on its own: see `saveResultados`, whose errors it has. */
export const saveAsistencia = callable({
  name: 'saveAsistenciaEdicion',
  maxBytes: 192 * 1024,
  summary: 'Guarda la asistencia por sesión de una edición.',
  input: z.strictObject({
    edicionId: z.uuid(),
    marcas: z
      .array(
        z.strictObject({
          inscripcionId: z.uuid(),
          sesionId: z.uuid(),
          valor: marca.nullable(),
          version: z.int32().min(0),
        }),
      )
      .min(1)
      .max(MAX_MARCAS),
  }),
  output: z.object({
    marcas: z.array(
      z.object({
        inscripcionId: z.string(),
        sesionId: z.string(),
        destino: z.enum(['guardada', 'conflicto', 'fuera']),
        valor: marca.nullable(),
        version: z.number(),
        por: z.string().nullable(),
      }),
    ),
  }),
});

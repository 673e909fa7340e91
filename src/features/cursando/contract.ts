import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import {
  cursoSchema,
  ESTADOS_EDICION,
  type EstadoEdicion,
  edicionSchema,
} from '../cursos/contract.ts';
import { INSCRIPCION } from '../inscripciones/estados.ts';
import { materialSchema } from './materiales/contract.ts';

const estadoEdicion = z.enum(Object.keys(ESTADOS_EDICION) as [EstadoEdicion, ...EstadoEdicion[]]);

const cursado = z.object({
  inscripcionId: z.string(),
  estado: z.enum(INSCRIPCION.estados),
  curso: cursoSchema,
  edicion: edicionSchema,
  estadoEdicion,
  plantillaId: z.string(),
  grupo: z.string().nullable(),
  /** Sessions of their group that are over, of how many; without sessions, days that passed, of how many. */
  avance: z.object({
    de: z.enum(['sesiones', 'dias']),
    pasadas: z.number(),
    total: z.number(),
  }),
  /** The next session: a day YYYY-MM-DD and hours HH:MM of Mexico City. */
  proxima: z
    .object({
      fecha: z.string(),
      de: z.string(),
      a: z.string(),
      tema: z.string(),
      lugar: z.string(),
    })
    .nullable(),
  /** As far as they are recorded and published: per cent, and out of 10. */
  resultados: z.object({ asistencia: z.number().nullable(), calificacion: z.number().nullable() }),
  materiales: z.array(materialSchema),
});
export type Cursado = z.output<typeof cursado>;

/** Errors: PERMISSION_DENIED (somebody else's, also when there is none), NOT_FOUND (to staff). */
export const listCursosPersona = callable({
  name: 'listCursosPersona',
  summary:
    'Las ediciones que una persona cursa o cursó, con su avance y su material: las propias, o las de cualquiera para Escolar y Admin (queda en el historial).',
  input: z.strictObject({ clave: z.string().max(60) }),
  output: z.object({
    propios: z.boolean(),
    /** Being taken or to come first, then what is over, the latest first. */
    cursos: z.array(cursado),
    ahora: z.string(),
  }),
});

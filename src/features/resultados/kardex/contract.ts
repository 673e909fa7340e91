import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { resultadoSchema } from '../contract.ts';

/** Something taken here, as the newest version of its acta says it. Days YYYY-MM-DD. */
const asignaturaSchema = z.object({
  curso: z.object({
    clave: z.string(),
    nombre: z.string(),
    tipo: z.string(),
    horas: z.number(),
    creditos: z.number().nullable(),
  }),
  edicion: z.object({ nombre: z.string(), inicia: z.string(), termina: z.string() }),
  calificacion: z.number().nullable(),
  /** Per cent. */
  asistencia: z.number().nullable(),
  resultado: resultadoSchema,
  acta: z.object({ folio: z.string(), version: z.number() }),
});
export type Asignatura = z.output<typeof asignaturaSchema>;

/** What a kárdex says: everything taken, in order of time, and what it adds up to. */
const kardexSchema = z.object({
  /** What was passed. */
  asignaturas: z.array(asignaturaSchema),
  totales: z.object({
    acreditadas: z.number(),
    noAcreditadas: z.number(),
    horas: z.number(),
    creditos: z.number(),
    /** Mean of the grades of what was passed; null: none has one. */
    promedio: z.number().nullable(),
  }),
  /** What is being taken, whose results are not said until its acta is closed. */
  sinActa: z.array(z.object({ curso: z.string(), edicion: z.string(), termina: z.string() })),
});
export type Kardex = z.output<typeof kardexSchema>;

/**
 * The kárdex of the person with that key: one's own or, for staff, somebody else's, which is recorded. Errors: NOT_FOUND
 * (`persona-no-existe`, also of who may not be seen).
 */
export const getKardex = callable({
  name: 'getKardexPersona',
  summary: 'El kárdex: todo lo cursado, con horas, créditos y calificaciones.',
  input: z.strictObject({ clave: z.string().max(50) }),
  output: kardexSchema,
});

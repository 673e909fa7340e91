import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { defineFormato } from '../../../platform/shared/formatos.ts';
import { calificacionSchema, observacionSchema, resultadoSchema } from '../contract.ts';

/** Course and edition as an acta says them, for ever: what the kárdex prints. Days YYYY-MM-DD. */
const actividadImpresaSchema = z.object({
  cursoId: z.string(),
  cursoVersionId: z.string(),
  edicionId: z.string(),
  curso: z.object({
    clave: z.string(),
    nombre: z.string(),
    tipo: z.string(),
    modalidad: z.string(),
    area: z.string(),
    horas: z.number(),
    creditos: z.number().nullable(),
  }),
  edicion: z.object({
    nombre: z.string(),
    inicia: z.string(),
    termina: z.string(),
    sede: z.string().nullable(),
  }),
});
export type ActividadImpresa = z.output<typeof actividadImpresaSchema>;

/** Course and edition of an acta of whatever format, as they are kept beside it. */
export const readActividad = (stored: unknown): ActividadImpresa =>
  actividadImpresaSchema.parse(stored);

const filaImpresoSchema = z.object({
  inscripcionId: z.string(),
  /** «Pérez Ruiz, Ana». */
  nombre: z.string(),
  clave: z.string(),
  grupo: z.string().nullable(),
  calificacion: z.number().nullable(),
  /** Per cent. */
  asistencia: z.number().nullable(),
  observacion: z.string(),
  resultado: resultadoSchema,
  /** Why, by the edition's minima. */
  razones: z.array(z.string()),
});

/** What a version of an acta says, for ever; `server/document.ts` lays it out. */
const actaImpresaSchema = z.object({
  institucion: z.string(),
  /** In groups of four. */
  folio: z.string(),
  version: z.number(),
  /** Why there is this version; null in the first one. */
  motivo: z.string().nullable(),
  /** When the acta was closed, and when this version was made (ISO 8601). */
  cerradaEn: z.string(),
  emitidaEn: z.string(),
  /** Who closed or corrected it, by name. */
  por: z.string(),
  actividad: actividadImpresaSchema,
  docentes: z.array(z.object({ nombre: z.string(), papel: z.string() })),
  minimos: z.object({ calificacion: z.number().nullable(), asistencia: z.number().nullable() }),
  filas: z.array(filaImpresoSchema),
  /** Issued by a portal with demonstration data. */
  demo: z.boolean(),
});
export type ActaImpresa = z.output<typeof actaImpresaSchema>;

/** How versions of actas are stored. */
export const ACTA = defineFormato({ nombre: 'acta', lectura: actaImpresaSchema });

/**
 * What closing the acta would do now: who passes, who does not and why, and what is missing. `huella` goes back when it is confirmed.
 * Errors: NOT_FOUND (`edicion-no-existe`).
 */
export const previewCierreActa = callable({
  name: 'previewCierreActa',
  summary: 'Lo que haría cerrar el acta de una edición: resultados y lo que falta.',
  input: z.strictObject({ edicionId: z.uuid() }),
  output: z.object({
    huella: z.string(),
    /** Why it cannot be closed yet, whatever is recorded; null: it can. */
    noSeCierra: z.string().nullable(),
    filas: z.array(
      z.object({
        inscripcionId: z.string(),
        nombre: z.string(),
        resultado: resultadoSchema.nullable(),
        razones: z.array(z.string()),
        /** What is to be recorded first. */
        falta: z.array(z.string()),
      }),
    ),
  }),
});

/**
 * Closes the acta: every enrolment of the edition passes or does not, in one transaction. Once closed, closing it again with the same
 * result answers the same. Errors: NOT_FOUND (`edicion-no-existe`), FAILED_PRECONDITION (`acta-cerrada`, `acta-aun-no`,
 * `resultados-faltan` with `faltan`, `edicion-cancelada`), ABORTED (`resultados-cambiaron`), PERMISSION_DENIED (`acta-propia`).
 */
export const confirmCierreActa = callable({
  name: 'confirmCierreActa',
  summary: 'Cierra el acta de una edición: acredita o no a cada persona inscrita.',
  input: z.strictObject({ edicionId: z.uuid(), huella: z.string().max(100) }),
  output: z.object({
    actaId: z.string(),
    folio: z.string(),
    version: z.number(),
    acreditadas: z.number(),
    noAcreditadas: z.number(),
  }),
});

/**
 * The acta of an edition as its newest version says it, and what each version changed, newest first. Errors: NOT_FOUND
 * (`acta-no-existe`).
 */
export const getActa = callable({
  name: 'getActaEdicion',
  summary: 'El acta de una edición, con sus versiones y lo que cambió en cada una.',
  input: z.strictObject({ edicionId: z.uuid() }),
  output: z.object({
    id: z.string(),
    acta: actaImpresaSchema,
    versiones: z.array(
      z.object({
        numero: z.number(),
        creadoEn: z.string(),
        por: z.string(),
        motivo: z.string().nullable(),
        /** Its PDF was made before PDFs were signed, and stays as it was. */
        sinFirma: z.boolean(),
        acreditadas: z.number(),
        noAcreditadas: z.number(),
        diferencias: z.array(
          z.object({ antes: filaImpresoSchema.nullable(), despues: filaImpresoSchema }),
        ),
      }),
    ),
    /** Enrolled since it was closed: a correction may take them in. */
    fuera: z.array(z.object({ inscripcionId: z.string(), nombre: z.string() })),
    /** The enrolments of whoever asks. */
    propias: z.array(z.string()),
  }),
});

/**
 * Corrects a closed acta: a new version of it, with its reason; who is no longer of the other result changes in the same transaction.
 * Errors: NOT_FOUND (`acta-no-existe`), FAILED_PRECONDITION (`acta-no-cerrada`), ABORTED (`acta-cambio`), INVALID_ARGUMENT
 * (`correccion-sin-cambio`), PERMISSION_DENIED (`resultados-propios`).
 */
export const applyCorreccionActa = callable({
  name: 'applyCorreccionActa',
  maxBytes: 256 * 1024,
  summary: 'Corrige resultados de un acta cerrada, con su motivo: deja una versión nueva.',
  input: z.strictObject({
    edicionId: z.uuid(),
    /** The version that was corrected. */
    version: z.int32().min(1),
    motivo: z.string().trim().min(10, 'Diga el motivo, en al menos 10 letras.').max(500),
    correcciones: z
      .array(
        z.strictObject({
          inscripcionId: z.uuid(),
          calificacion: calificacionSchema,
          /** Per cent. */
          asistencia: z.number().min(0).max(100).multipleOf(0.01).nullable(),
          observacion: observacionSchema,
        }),
      )
      .min(1)
      .max(500),
  }),
  output: z.object({ folio: z.string(), version: z.number() }),
});

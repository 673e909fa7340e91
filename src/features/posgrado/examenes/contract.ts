import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { SOLICITUD } from '../estados.ts';
import { MOTIVO_MAX, MOTIVO_MIN, SITUACIONES, type Situacion } from './rules.ts';

/** Most differences of a version that one answer lists. */
export const MAX_DIFERENCIAS = 500;

const etapaId = z.uuid();
const motivo = z.string().trim().min(MOTIVO_MIN).max(MOTIVO_MAX);
const situacion = z.enum(Object.keys(SITUACIONES) as [Situacion, ...Situacion[]]);

/** Points of one version, in hundredths out of 100; null: absent. The whole null: not captured. */
const capturado = z.object({ puntos: z.number().nullable() }).nullable();

const version = z.object({
  numero: z.number(),
  motivo: z.string(),
  /** Name of the account that made it. */
  quien: z.string(),
  /** ISO 8601. */
  creadoEn: z.string(),
  presentes: z.number(),
  ausentes: z.number(),
  /** Applications whose points are others than in the version before. */
  cambios: z.number(),
});
export type VersionDeExamen = z.output<typeof version>;

/**
 * The results of an exam stage: its versions, the newest first, and whether another may be made. Errors: NOT_FOUND
 * (`examen-no-existe`), PERMISSION_DENIED (`posgrado-es-parte`).
 */
export const getExamen = callable({
  name: 'getExamenPosgrado',
  summary: 'Las versiones de los resultados de un examen de una convocatoria (Escolar y Admin).',
  input: z.strictObject({ etapaId }),
  output: z.object({
    etapa: z.object({
      id: z.string(),
      nombre: z.string(),
      convocatoriaId: z.string(),
      /** ISO 8601. */
      cerradaEn: z.string().nullable(),
    }),
    /** Why the stage may not be closed now; null: it may, or it is. */
    noSeCierra: z.string().nullable(),
    /** The correction that is open; null: none. */
    correccion: z.object({ motivo: z.string(), creadoEn: z.string() }).nullable(),
    /** Why no version may be made now; null: one may. */
    noSeCaptura: z.string().nullable(),
    /** The reason that waits for the next file of whoever asks; empty: none. */
    motivo: z.string(),
    /** Number of the newest version; 0: none. */
    numero: z.number(),
    cuantas: z.object({
      presentes: z.number(),
      ausentes: z.number(),
      sinCapturar: z.number(),
    }),
    versiones: z.array(version),
  }),
});

const fila = z.object({
  solicitudId: z.string(),
  folio: z.string(),
  estado: z.enum(SOLICITUD.estados),
  /** It takes part in the stage now. */
  enEtapa: z.boolean(),
  situacion,
  puntos: z.number().nullable(),
});
export type FilaDeExamen = z.output<typeof fila>;

/** The points of each application by the newest version. Errors: as `getExamenPosgrado`. */
export const listPuntos = callable({
  name: 'listPuntosExamenPosgrado',
  summary: 'Los puntos de cada solicitud en un examen, por folio (Escolar y Admin).',
  input: z.strictObject({
    etapaId,
    busqueda: z.string().max(100).optional(),
    situacion: situacion.optional(),
    orden: z.enum(['folio', 'puntos']).default('folio'),
    descendente: z.boolean().default(false),
    pagina: z.int().min(1).max(10_000).default(1),
    porPagina: z.int().min(1).max(100).default(25),
  }),
  output: z.object({ total: z.number(), filas: z.array(fila), numero: z.number() }),
});

const diferencia = z.object({ folio: z.string(), antes: capturado, despues: capturado });
export type DiferenciaDeExamen = z.output<typeof diferencia>;

/** What a version changed of the one before, by folio, 500 at most. Errors: as `getExamenPosgrado`. */
export const listDiferencias = callable({
  name: 'listDiferenciasExamenPosgrado',
  summary:
    'Lo que una versión de los resultados de un examen cambió de la anterior (Escolar y Admin).',
  input: z.strictObject({ etapaId, numero: z.int().min(1).max(100_000) }),
  output: z.object({ total: z.number(), filas: z.array(diferencia) }),
});

/**
 * Writes why the next file of whoever asks is imported. Errors: as `getExamenPosgrado`; FAILED_PRECONDITION (`examen-cerrado`,
 * `examen-publicado`, `convocatoria-concluida`).
 */
export const saveMotivo = callable({
  name: 'saveMotivoExamenPosgrado',
  summary: 'Guarda el motivo de la versión que se importará en un examen (Escolar y Admin).',
  input: z.strictObject({ etapaId, motivo }),
  output: z.null(),
});

/**
 * Changes the points of one application: a new version. Errors: those of `saveMotivoExamenPosgrado`; FAILED_PRECONDITION
 * (`examen-fuera-de-etapa`, `examen-sin-cambio`), ABORTED (`posgrado-ya-cambio`: there is a newer version), PERMISSION_DENIED
 * (`sobre-uno-mismo`), UNAVAILABLE (an import is being put in its place).
 */
export const savePuntos = callable({
  name: 'savePuntosExamenPosgrado',
  summary:
    'Registra a mano los puntos de una solicitud en un examen: una versión nueva (Escolar y Admin).',
  input: z.strictObject({
    etapaId,
    solicitudId: z.uuid(),
    /** Hundredths out of 100; null: absent. */
    puntos: z.int().min(0).max(10_000).nullable(),
    motivo,
    /** Number of the newest version that was seen; 0: none. */
    numero: z.int().min(0).max(100_000),
  }),
  output: z.object({ numero: z.number() }),
});

/**
 * Closes the stage: its points change no more, and decide who goes on. Repeated, nothing more happens. Errors: as `getExamenPosgrado`;
 * FAILED_PRECONDITION (`convocatoria-concluida`, `etapa-anterior-abierta`, `examen-sin-solicitudes`, `examen-faltan-puntos`), ABORTED
 * (`posgrado-ya-cambio`: there is a newer version), UNAVAILABLE (an import is being put in its place).
 */
export const endExamen = callable({
  name: 'endExamenPosgrado',
  summary: 'Cierra la etapa de un examen: sus puntos ya no cambian (Escolar y Admin).',
  input: z.strictObject({
    etapaId,
    /** Number of the newest version that was seen. */
    numero: z.int().min(0).max(100_000),
  }),
  output: z.object({ cerradaEn: z.string() }),
});

/**
 * Lets a closed stage take more versions until the correction is over. Repeated, nothing more happens. Errors: as `getExamenPosgrado`;
 * FAILED_PRECONDITION (`convocatoria-concluida`, `examen-abierto`, `examen-con-ranking`).
 */
export const startCorreccion = callable({
  name: 'startCorreccionExamenPosgrado',
  summary: 'Abre una corrección de los puntos de un examen ya cerrado, con el motivo (Admin).',
  input: z.strictObject({ etapaId, motivo }),
  output: z.null(),
});

/** Ends the correction that is open; without one, nothing happens. Errors: as `getExamenPosgrado`. */
export const endCorreccion = callable({
  name: 'endCorreccionExamenPosgrado',
  summary: 'Termina la corrección de los puntos de un examen (Admin).',
  input: z.strictObject({ etapaId }),
  output: z.null(),
});

import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';
import { basesLeidas, DESEMPATES, ORDENES_DE_CUPO, TIPOS_DE_ETAPA } from '../contract.ts';

const id = z.uuid();
/** Day and time of Mexico City: `2027-01-12 09:00`. */
const momento = z.string().max(20);
/** Null: nothing that reads as a number was written. */
const numero = z.number().nullable();
const clave = z.string().max(60);

const MAX_ETAPAS = 12;
const MAX_CRITERIOS = 20;

const calendarioEscrito = z.strictObject({
  presolicitudAbre: momento,
  /** A closing includes its minute: 18:00 is stored as 18:00:59.999. */
  presolicitudCierra: momento,
  solicitudAbre: momento,
  solicitudCierra: momento,
  recomendacionesCierra: momento,
  resultadosEn: momento,
});
export type CalendarioEscrito = z.output<typeof calendarioEscrito>;

/** Terms as they may be written; ranges and sentences are `rules.ts`'s. */
const basesEscritas = z.strictObject({
  descripcion: z.string().max(6000),
  diasSubsanar: numero,
  diasConfirmar: numero,
  diasInconformidad: numero,
  diasResolver: numero,
  recomendaciones: numero,
  dictamenesPorSolicitud: numero,
  limiteDiferencia: numero,
  fechaCorte: z.string().max(20).nullable(),
  desempates: z
    .array(
      z.strictObject({
        por: z.enum(Object.keys(DESEMPATES) as [keyof typeof DESEMPATES]),
        etapaId: z.string().max(40).optional(),
      }),
    )
    .max(20),
  ordenDeCupos: z.array(clave).max(50),
  cupos: z.enum(Object.keys(ORDENES_DE_CUPO) as ['minimo', 'adicional']),
  campoAfirmativa: clave.nullable(),
  camposConNombre: z.array(clave).max(100),
  horasCambioEntrevista: numero,
  diasPublicados: numero,
  aniosConservados: numero,
  minimoCarta: numero,
  minimoComentario: numero,
});

const criterioEscrito = z.strictObject({
  /** Made by whoever writes, so that a new one keeps its id from the first save. */
  id,
  nombre: z.string().max(300),
  descripcion: z.string().max(3000),
  peso: numero,
  /** Of 0, 1, 2, 3 and 4 points. */
  anclas: z.array(z.string().max(1000)).max(5),
  piezas: z.array(clave).max(60),
});
export type CriterioEscrito = z.output<typeof criterioEscrito>;

const etapaEscrita = z.strictObject({
  id,
  tipo: z.enum(TIPOS_DE_ETAPA),
  nombre: z.string().max(300),
  peso: numero,
  /** Hundredths of a point out of 100; null: none. */
  minimo: numero,
  corte: numero,
  venceEn: momento.nullable(),
  criterios: z.array(criterioEscrito).max(MAX_CRITERIOS),
});
export type EtapaEscrita = z.output<typeof etapaEscrita>;

/** Everything that a call says, as it is edited. */
export const contenidoEscrito = z.strictObject({
  presolicitudPlantillaId: z.string().max(40),
  calendario: calendarioEscrito,
  bases: basesEscritas,
  etapas: z.array(etapaEscrita).max(MAX_ETAPAS),
});
export type ContenidoEscrito = z.output<typeof contenidoEscrito>;

const criterioLeido = z.object({
  id: z.string(),
  nombre: z.string(),
  descripcion: z.string(),
  peso: z.number(),
  anclas: z.array(z.string()),
  piezas: z.array(z.string()),
});

/** The same as it is read: what was written passed `checkContenido`. */
export const contenidoLeido = z.object({
  presolicitudPlantillaId: z.string(),
  calendario: z.object({
    presolicitudAbre: z.string(),
    presolicitudCierra: z.string(),
    solicitudAbre: z.string(),
    solicitudCierra: z.string(),
    recomendacionesCierra: z.string(),
    resultadosEn: z.string(),
  }),
  bases: basesLeidas,
  etapas: z.array(
    z.object({
      id: z.string(),
      tipo: z.enum(TIPOS_DE_ETAPA),
      nombre: z.string(),
      peso: z.number(),
      minimo: z.number().nullable(),
      corte: z.number().nullable(),
      venceEn: z.string().nullable(),
      criterios: z.array(criterioLeido),
    }),
  ),
});
export type Contenido = z.output<typeof contenidoLeido>;

const campoDelFormulario = z.object({
  clave: z.string(),
  etiqueta: z.string(),
  /** It is answered with a document, or with yes or no. */
  documento: z.boolean(),
  siONo: z.boolean(),
  sensible: z.boolean(),
  /** The datum of the file that it is bound to; null: none. */
  dato: z.string().nullable(),
});

/** What a call depends on: its edition, both forms and its evaluators. The checks of publishing look at it. */
export const entornoSchema = z.object({
  /** The server's clock (ISO 8601). */
  ahora: z.string(),
  edicion: z.object({
    nombre: z.string(),
    inicia: z.string(),
    termina: z.string(),
    cupo: z.number(),
    cancelada: z.boolean(),
    posgrado: z.boolean(),
  }),
  presolicitud: z.object({
    plantillaId: z.string(),
    nombre: z.string(),
    /** Number of the version in force, or of the one that was fixed; null: there is none. */
    version: z.number().nullable(),
  }),
  solicitud: z.object({
    plantillaId: z.string(),
    nombre: z.string(),
    version: z.number().nullable(),
    alLlenarse: z.string(),
    secciones: z.array(
      z.object({ clave: z.string(), titulo: z.string(), campos: z.array(campoDelFormulario) }),
    ),
    cupos: z.array(z.object({ clave: z.string(), nombre: z.string(), lugares: z.number() })),
  }),
  /** Stages of each evaluator; none: all those with criteria. */
  evaluadores: z.array(z.object({ etapas: z.array(z.string()) })),
});
export type Entorno = z.output<typeof entornoSchema>;

/** Editions of graduate programmes without a call, plantillas in force, and the calls whose terms may be copied. */
export const listOpcionesConvocatoria = callable({
  name: 'listOpcionesConvocatoria',
  summary:
    'Ediciones de posgrado sin convocatoria, plantillas vigentes y convocatorias que pueden copiarse (Escolar y Admin).',
  input: z.strictObject({}),
  output: z.object({
    ediciones: z.array(z.object({ id: z.string(), nombre: z.string(), inicia: z.string() })),
    plantillas: z.array(z.object({ id: z.string(), nombre: z.string() })),
    convocatorias: z.array(z.object({ id: z.string(), nombre: z.string() })),
  }),
});

/**
 * Creates the draft of an edition's call, with a calendar proposed from today to the beginning of the edition. From then on nobody sends an
 * inscripción to the edition. Errors: NOT_FOUND (`convocatoria-sin-edicion`), FAILED_PRECONDITION (`convocatoria-no-es-posgrado`,
 * `convocatoria-edicion-cancelada`, `edicion-con-inscripciones`: some were sent), ALREADY_EXISTS (`convocatoria-ya-existe`), INVALID_ARGUMENT.
 */
export const createConvocatoria = callable({
  name: 'createConvocatoria',
  summary: 'Crea el borrador de la convocatoria de una edición de posgrado (Escolar y Admin).',
  input: z.strictObject({
    edicionId: id,
    presolicitudPlantillaId: id,
    /** A call whose terms, stages and criteria are copied; null: one stage of papers and one rubric. */
    desde: id.nullable().default(null),
  }),
  output: z.object({ id: z.string(), edicionId: z.string() }),
});

/** What somebody else saved since the revision that was edited, in `details` of ABORTED. */
export type CambioDeConvocatoria = {
  revision: number;
  contenido: Contenido;
  quien: string | null;
  momento: string;
};

/**
 * Saves a draft, complete or not. Errors: NOT_FOUND, ABORTED (`convocatoria-cambio`, with `CambioDeConvocatoria`), INVALID_ARGUMENT (by
 * field: `calendario.solicitudCierra`, `etapas.1.criterios.0.peso`…), FAILED_PRECONDITION (`convocatoria-no-es-borrador`,
 * `convocatoria-en-espera`).
 */
export const saveConvocatoria = callable({
  name: 'saveConvocatoria',
  maxBytes: 512 * 1024,
  summary: 'Guarda el borrador de una convocatoria (Escolar y Admin).',
  input: z.strictObject({ id, revision: z.int32().min(1), contenido: contenidoEscrito }),
  output: z.object({ revision: z.number(), guardadoEn: z.string() }),
});

/** Deletes a draft; its edition may be enrolled in again. Errors: NOT_FOUND, ABORTED, FAILED_PRECONDITION. */
export const deleteConvocatoria = callable({
  name: 'deleteConvocatoria',
  summary: 'Borra el borrador de una convocatoria (Escolar y Admin).',
  input: z.strictObject({ id, revision: z.int32().min(1) }),
  output: z.object({ ok: z.literal(true) }),
});

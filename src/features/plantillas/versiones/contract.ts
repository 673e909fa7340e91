import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { definicionLeida } from '../contract.ts';
import { VERSION } from '../estados.ts';

const id = z.uuid();
/** ISO instant. */
const momento = z.string();
const nombre = z.string().trim().min(3).max(120);
const descripcion = z.string().trim().max(500);
/** Characters at most of a definition, as JSON: what 200 long fields come to, several times over. */
export const MAX_DEFINICION = 400_000;
const definicion = definicionLeida
  .refine((one) => JSON.stringify(one).length <= MAX_DEFINICION, {
    message: 'La plantilla es demasiado larga.',
  })
  .meta({ 'x-maxValues': 40_000 });

/** What is wrong with a draft, or could be better: where (`secciones.0.campos.3.etiqueta`) and how to mend it. */
const problema = z.object({
  donde: z.string(),
  mensaje: z.string(),
  /** `impide`: it is not published so; `advierte`: it may be, and does not do what it says; `sugiere`: think of it. */
  gravedad: z.enum(['impide', 'advierte', 'sugiere']),
});
export type ProblemaDePlantilla = z.output<typeof problema>;

const resumenVersion = z.object({
  id: z.string(),
  numero: z.number(),
  estado: z.enum(VERSION.estados),
  nota: z.string(),
  creadoEn: momento,
  actualizadoEn: momento,
  publicadaEn: momento.nullable(),
  publicarEn: momento.nullable(),
  archivadaEn: momento.nullable(),
  /** Why, of one that was archived with no other in its place. */
  archivadaMotivo: z.string().nullable(),
  /** Inscripciones made under it, drafts not counted. */
  inscripciones: z.number(),
});
export type ResumenVersion = z.output<typeof resumenVersion>;

export const listPlantillas = callable({
  name: 'listPlantillas',
  summary: 'Las plantillas de inscripción con su versión publicada, su borrador y su uso (Admin).',
  input: z.strictObject({
    busqueda: z.string().max(100).optional(),
    estado: z.enum(['publicada', 'sinPublicar', 'conBorrador']).optional(),
    orden: z.enum(['nombre', 'actualizadoEn', 'ediciones']).default('nombre'),
    descendente: z.boolean().default(false),
    pagina: z.number().int().min(1).max(10_000).default(1),
    porPagina: z.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    total: z.number(),
    filas: z.array(
      z.object({
        id: z.string(),
        nombre: z.string(),
        descripcion: z.string(),
        actualizadoEn: momento,
        publicada: z
          .object({ id: z.string(), numero: z.number(), publicadaEn: momento })
          .nullable(),
        borrador: z
          .object({ id: z.string(), numero: z.number(), actualizadoEn: momento })
          .nullable(),
        ediciones: z.number(),
      }),
    ),
    parecidas: z.boolean(),
  }),
});
export type PlantillaEnLista = z.output<typeof listPlantillas.output>['filas'][number];

/** Errors: NOT_FOUND (`plantilla-no-existe`). */
export const getPlantilla = callable({
  name: 'getPlantilla',
  summary: 'Una plantilla con todas sus versiones y las ediciones que la usan (Admin).',
  input: z.strictObject({ id }),
  output: z.object({
    id: z.string(),
    nombre: z.string(),
    descripcion: z.string(),
    actualizadoEn: momento,
    /** The newest first. */
    versiones: z.array(resumenVersion),
    ediciones: z.object({
      total: z.number(),
      /** With enrolment open now or still to open. */
      porInscribir: z.number(),
    }),
  }),
});
export type Plantilla = z.output<typeof getPlantilla.output>;

/**
 * A new one, with a draft: empty, or a copy of `desde` (any version), with `secciones` of the library after it. Errors:
 * ALREADY_EXISTS, NOT_FOUND (`plantilla-no-existe`, `seccion-no-existe`).
 */
export const createPlantilla = callable({
  name: 'createPlantilla',
  summary:
    'Crea una plantilla con su primer borrador: vacío, de otra versión o con secciones de la biblioteca (Admin).',
  input: z.strictObject({
    nombre,
    descripcion,
    desde: id.nullable(),
    secciones: z.array(id).max(30).default([]),
  }),
  output: z.object({ plantillaId: z.string(), versionId: z.string() }),
});

/** `antes`: what was seen. Errors: NOT_FOUND, ALREADY_EXISTS, ABORTED (`version-cambio`). */
export const updatePlantilla = callable({
  name: 'updatePlantilla',
  summary: 'Cambia el nombre o la descripción de una plantilla (Admin).',
  input: z.strictObject({
    id,
    nombre,
    descripcion,
    antes: z.strictObject({ nombre: z.string().max(1_000), descripcion: z.string().max(1_000) }),
  }),
  output: z.object({ ok: z.literal(true) }),
});

/** Errors: NOT_FOUND. */
export const getVersionPlantilla = callable({
  name: 'getVersionPlantilla',
  summary: 'Una versión de una plantilla: lo que dice y lo que le falta para publicarse (Admin).',
  input: z.strictObject({ plantillaId: z.string().max(100), versionId: z.string().max(100) }),
  output: z.object({
    plantilla: z.object({ id: z.string(), nombre: z.string() }),
    version: resumenVersion.omit({ inscripciones: true }),
    /** Goes back in `saveVersionPlantilla`. */
    revision: z.number(),
    /** The person who saved the draft last, and whether it was the person who asks; null: nobody has since it was begun. */
    guardadoPor: z.object({ nombre: z.string(), propio: z.boolean() }).nullable(),
    definicion: definicionLeida,
    problemas: z.array(problema),
    /** The version in force, to compare with; null: there is none. */
    publicadaId: z.string().nullable(),
    /** Of a draft: keys of fields that other versions used, of which none is given to a new field. */
    clavesUsadas: z.array(z.string()),
  }),
});
export type VersionPlantilla = z.output<typeof getVersionPlantilla.output>;

/** A draft that starts from another version. Errors: NOT_FOUND, FAILED_PRECONDITION (`plantilla-con-borrador`). */
export const startVersionPlantilla = callable({
  name: 'startVersionPlantilla',
  summary: 'Empieza el borrador de una versión nueva, a partir de otra (Admin).',
  input: z.strictObject({ plantillaId: id, desde: id.nullable() }),
  output: z.object({ versionId: z.string(), numero: z.number() }),
});

/**
 * Saves a draft as it is, complete or not. Errors: NOT_FOUND, FAILED_PRECONDITION (`version-no-es-borrador`; `version-programada`: what
 * waits for its date is what was checked), ABORTED (`version-cambio`: somebody saved another since `revision`; nothing was written, read it again and join both).
 */
export const saveVersionPlantilla = callable({
  name: 'saveVersionPlantilla',
  maxBytes: 512 * 1024,
  summary: 'Guarda el borrador de una versión y dice qué le falta para publicarse (Admin).',
  input: z.strictObject({ versionId: id, revision: z.int32().min(0), definicion }),
  output: z.object({ revision: z.number(), guardadoEn: momento, problemas: z.array(problema) }),
});

/**
 * Puts a draft in force, or has it put in force at `desde`; the one that was is archived. Errors: NOT_FOUND,
 * FAILED_PRECONDITION (`version-no-es-borrador`; `version-con-problemas`, with `problemas`), ABORTED
 * (`version-cambio`: it is not the one that was seen), INVALID_ARGUMENT (`version-fecha-pasada`).
 */
export const publishVersionPlantilla = callable({
  name: 'publishVersionPlantilla',
  summary: 'Publica un borrador, ahora o desde una fecha; la versión anterior se archiva (Admin).',
  input: z.strictObject({
    versionId: id,
    revision: z.int32().min(0),
    nota: z.string().trim().min(1).max(500),
    desde: z.iso.datetime({ offset: true }).nullable(),
  }),
  output: z.object({ publicada: z.boolean() }),
});

/** A draft that waits for its date does so no longer: it may be written in again. Errors: NOT_FOUND, FAILED_PRECONDITION. */
export const cancelPublicacionVersion = callable({
  name: 'cancelPublicacionVersion',
  summary: 'Cancela la publicación programada de un borrador, que vuelve a editarse (Admin).',
  input: z.strictObject({ versionId: id }),
  output: z.object({ ok: z.literal(true) }),
});

/** Nobody enrols by it any more, until another is published. Errors: NOT_FOUND, FAILED_PRECONDITION. */
export const archiveVersionPlantilla = callable({
  name: 'archiveVersionPlantilla',
  summary:
    'Archiva la versión publicada sin poner otra: sus ediciones dejan de admitir inscripciones (Admin).',
  input: z.strictObject({ versionId: id, motivo: z.string().trim().min(1).max(500) }),
  output: z.object({ ok: z.literal(true) }),
});

/** Errors: NOT_FOUND, FAILED_PRECONDITION (`version-no-es-borrador`). */
export const discardVersionPlantilla = callable({
  name: 'discardVersionPlantilla',
  summary: 'Descarta el borrador de una versión (Admin).',
  input: z.strictObject({ versionId: id }),
  output: z.object({ ok: z.literal(true) }),
});

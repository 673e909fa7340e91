import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { DOCUMENTO } from '../estados.ts';

const id = z.uuid();
const done = z.object({ ok: z.literal(true) });

const espera = z.object({
  /** How many wait for staff, and since when the first of them (ISO 8601). */
  cuantos: z.number(),
  desde: z.string().nullable(),
});

const enRevision = z.object({
  id: z.string(),
  estado: z.enum(DOCUMENTO.estados),
  version: z.number(),
  nombre: z.string(),
  contentType: z.string(),
  bytes: z.number(),
  creadoEn: z.string(),
  tipo: z.object({ clave: z.string(), nombre: z.string(), nota: z.string().nullable() }),
  /** Last day (YYYY-MM-DD) that one of its type has when it is validated now; null: it does not end. */
  venceEl: z.string().nullable(),
  /** What it proves: the data of the file. */
  persona: z.object({
    clave: z.string(),
    nombre: z.string(),
    apellidoPaterno: z.string(),
    apellidoMaterno: z.string(),
    curp: z.string().nullable(),
    fechaNacimiento: z.string().nullable(),
    sexo: z.enum(['H', 'M', 'X']).nullable(),
    entidadNacimiento: z.string().nullable(),
  }),
  /** What of their file it is to prove: a study, an employment. */
  prueba: z.array(
    z.object({
      titulo: z.string(),
      datos: z.array(z.object({ etiqueta: z.string(), valor: z.string() })),
    }),
  ),
  /** What was said of the version before; null: it is the first, or nobody looked at that one. */
  anterior: z
    .object({
      estado: z.enum(DOCUMENTO.estados),
      motivo: z.string().nullable(),
      nota: z.string().nullable(),
      decididoEn: z.string(),
    })
    .nullable(),
});
export type DocumentoEnRevision = z.infer<typeof enRevision>;

/** How many documents wait for staff. */
export const getPendientesDocumentos = callable({
  name: 'getPendientesDocumentos',
  summary: 'Cuántos documentos esperan revisión y desde cuándo (Escolar y Admin).',
  input: z.union([z.null(), z.strictObject({})]),
  output: espera,
});

/**
 * Gives the next document that waits, to nobody else for ten minutes (`renewRevisionDocumento`), and lets go of the
 * one before. The reading is recorded. Errors: FAILED_PRECONDITION (`documento-de-otro`), ABORTED
 * (`documento-decidido`) of one that is asked for.
 */
export const startRevisionDocumento = callable({
  name: 'startRevisionDocumento',
  summary:
    'El documento que sigue por revisar, que durante diez minutos no se da a nadie más, con los datos que prueba (Escolar y Admin).',
  input: z.strictObject({
    /** This one, and not the one that has waited longest. */
    id: id.optional(),
    /** Those that were left for later. */
    saltados: z.array(id).max(500).default([]),
  }),
  output: z.object({
    /** Null: none waits, but for those that were left for later, that others look at, or one's own. */
    documento: enRevision.nullable(),
    espera,
    /** Why one is rejected, as the catalog says it. */
    motivos: z.array(z.object({ clave: z.string(), nombre: z.string() })),
  }),
});

/** Errors: FAILED_PRECONDITION (`documento-de-otro`): it took too long, and somebody else looks at it. */
export const renewRevisionDocumento = callable({
  name: 'renewRevisionDocumento',
  summary: 'Sigue revisando un documento: diez minutos más (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: done,
});

/** Lets go of whatever the actor was looking at. */
export const endRevisionDocumento = callable({
  name: 'endRevisionDocumento',
  summary: 'Deja de revisar: el documento queda para quien siga (Escolar y Admin).',
  input: z.union([z.null(), z.strictObject({})]),
  output: done,
});

/**
 * Its person is told by mail some minutes later; until then it may be withdrawn. Errors: ABORTED
 * (`documento-decidido`), FAILED_PRECONDITION (`documento-de-otro`, `documento-sin-motivo`), INVALID_ARGUMENT
 * (`documento-fecha-pasada`), PERMISSION_DENIED (`documento-propio`).
 */
export const decideRevisionDocumento = callable({
  name: 'decideRevisionDocumento',
  summary: 'Valida un documento, o lo rechaza con un motivo (Escolar y Admin).',
  input: z.discriminatedUnion('decision', [
    z.strictObject({
      id,
      decision: z.literal('validar'),
      /** Last day on which it is in force (YYYY-MM-DD); null: it does not end. */
      venceEl: z.iso.date().nullable(),
    }),
    z.strictObject({
      id,
      decision: z.literal('rechazar'),
      /** Key in the catalog `motivos-rechazo`. */
      motivo: z.string().min(1).max(60),
      /** What the person reads besides. */
      nota: z.string().trim().max(500).default(''),
    }),
  ]),
  output: done,
});

/** For five minutes, of whoever decided. Errors: FAILED_PRECONDITION (`documento-ya-contado`). */
export const withdrawDecisionDocumento = callable({
  name: 'withdrawDecisionDocumento',
  summary: 'Deshace la propia decisión sobre un documento, que vuelve a esperar (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: done,
});

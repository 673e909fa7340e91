import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';
import { defineFormato } from '../../../../platform/shared/formatos.ts';
import { MODIFICACION } from '../../estados.ts';
import { MOTIVO, PIDE_MOTIVO } from '../cierre/rules.ts';
import { contenidoEscrito, contenidoLeido } from '../escritura/contract.ts';

const id = z.uuid();
const nota = z.string().trim().max(1000);

/** One datum that changes, in the words in which it was announced. */
const cambioLeido = z.object({
  /** Path of the field: `calendario.solicitudCierra`. */
  campo: z.string(),
  etiqueta: z.string(),
  antes: z.string(),
  despues: z.string(),
});
export type CambioDescrito = z.output<typeof cambioLeido>;

const propuestaLeida = z.object({
  /** Of the call, when it was proposed: another one now means that it was written on something else. */
  revision: z.number(),
  /** Null: the publication of the draft as it is. */
  despues: contenidoLeido.nullable(),
  lista: z.array(cambioLeido).default([]),
});
/** What a modification stores. */
export const PROPUESTA = defineFormato({ nombre: 'modificación', lectura: propuestaLeida });
export type Propuesta = z.output<typeof propuestaLeida>;

/** A publication or a modification, for the staff. */
export const modificacionSchema = z.object({
  id: z.string(),
  asunto: z.enum(['publicacion', 'modificacion']),
  /** 0: the publication; null: not in force. */
  numero: z.number().nullable(),
  estado: z.enum(MODIFICACION.estados),
  motivo: z.string(),
  cambios: z.array(cambioLeido),
  propuso: z.string(),
  /** The actor proposed it: another person decides. */
  propia: z.boolean(),
  creadoEn: z.string(),
  decidio: z.string().nullable(),
  decididaEn: z.string().nullable(),
  nota: z.string().nullable(),
});
export type Modificacion = z.output<typeof modificacionSchema>;

/** A modification in force, as anybody who applies reads it. */
export const modificacionPublicaSchema = z.object({
  numero: z.number(),
  motivo: z.string(),
  vigenteDesde: z.string(),
  cambios: z.array(cambioLeido),
});
export type ModificacionPublica = z.output<typeof modificacionPublicaSchema>;

/**
 * Asks that a draft be published; published at once where the staff is one person. Errors: NOT_FOUND, ABORTED (`convocatoria-cambio`),
 * FAILED_PRECONDITION (`convocatoria-con-problemas` with `details.problemas: Problema[]`, `convocatoria-no-es-borrador`,
 * `convocatoria-en-espera`), PERMISSION_DENIED (`posgrado-es-parte`).
 */
export const requestPublicacionConvocatoria = callable({
  name: 'requestPublicacionConvocatoria',
  summary: 'Pide publicar una convocatoria; otra persona del personal lo aprueba (Admin).',
  input: z.strictObject({ id, revision: z.int32().min(1), nota: nota.default('') }),
  output: z.object({ publicada: z.boolean() }),
});

/**
 * Proposes a numbered change of a published call. Errors: NOT_FOUND, ABORTED (`convocatoria-cambio`), INVALID_ARGUMENT (by field),
 * FAILED_PRECONDITION (`convocatoria-no-publicada`, `convocatoria-en-espera`, `modificacion-sin-cambios`,
 * `convocatoria-con-problemas`), PERMISSION_DENIED (`posgrado-es-parte`).
 */
export const requestModificacionConvocatoria = callable({
  name: 'requestModificacionConvocatoria',
  maxBytes: 512 * 1024,
  summary:
    'Propone una modificación a una convocatoria publicada; otra persona del personal la aprueba (Admin).',
  input: z.strictObject({
    id,
    revision: z.int32().min(1),
    motivo: z.string().trim().min(MOTIVO.min, PIDE_MOTIVO).max(MOTIVO.max),
    contenido: contenidoEscrito,
  }),
  output: z.object({ id: z.string() }),
});

/**
 * Approves or rejects a publication or a modification that another person proposed. Errors: NOT_FOUND, ABORTED
 * (`modificacion-ya-atendida`, `convocatoria-cambio`), FAILED_PRECONDITION (`posgrado-misma-persona`, `convocatoria-con-problemas`,
 * `modificacion-no-procede`), INVALID_ARGUMENT, PERMISSION_DENIED (`posgrado-es-parte`).
 */
export const decideModificacionConvocatoria = callable({
  name: 'decideModificacionConvocatoria',
  summary:
    'Aprueba o rechaza la publicación o la modificación de una convocatoria que propuso otra persona (Escolar y Admin).',
  input: z.strictObject({ id, aprueba: z.boolean(), nota: nota.default('') }),
  output: z.object({ estado: z.enum(MODIFICACION.estados) }),
});

/** Errors: NOT_FOUND, ABORTED (`modificacion-ya-atendida`), PERMISSION_DENIED (`posgrado-es-parte`). */
export const withdrawModificacionConvocatoria = callable({
  name: 'withdrawModificacionConvocatoria',
  summary:
    'Retira la publicación o la modificación por aprobar de una convocatoria (Escolar y Admin).',
  input: z.strictObject({ id, nota: nota.default('') }),
  output: z.object({ ok: z.literal(true) }),
});

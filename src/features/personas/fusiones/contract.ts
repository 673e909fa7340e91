import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { ensayo } from '../clave/contract.ts';
import { NOMBRES } from '../clave/rules.ts';
import { FUSION } from './estados.ts';

const id = z.uuid();
const done = z.object({ ok: z.literal(true) });
const expediente = z.object({ clave: z.string(), nombreCompleto: z.string() });

const fila = z.object({
  id: z.string(),
  /** The file without CURP. */
  anterior: expediente,
  /** The one that takes it in. */
  actual: expediente,
  propuestaPor: z.string(),
  /** Whoever asks proposed it. */
  esSuya: z.boolean(),
  /** ISO instants. */
  propuestaEn: z.string(),
  venceEn: z.string(),
});
export type FilaFusion = z.infer<typeof fila>;

/** What waits for a second person, the oldest first unless asked otherwise. */
export const listFusiones = callable({
  name: 'listFusiones',
  summary:
    'Los expedientes que alguien propuso fusionar y que otra persona debe confirmar, del más antiguo al más nuevo (Escolar y Admin).',
  input: z.strictObject({
    /** The newest first. */
    descendente: z.boolean().default(false),
    /** From 1. */
    pagina: z.number().int().min(1).max(100_000).default(1),
    porPagina: z.number().int().min(1).max(200).default(50),
  }),
  output: z.object({ total: z.number(), filas: z.array(fila) }),
});

const fusion = z.object({
  id: z.string(),
  estado: z.enum(FUSION.estados),
  propuestaPor: z.string(),
  motivo: z.string(),
  /** ISO instants. */
  propuestaEn: z.string(),
  venceEn: z.string(),
  /** Names taken from the file without CURP. */
  tomar: z.array(z.enum(NOMBRES)),
  /** What would happen now; null when it was decided, or the files are not two any more. */
  ensayo: ensayo.nullable(),
  /** Why whoever asks cannot confirm it; null when they can. */
  impide: z.enum(['propia', 'suyo', 'cambio', 'sin-proponente', 'impedido']).nullable(),
  /** Who decided it and, when it was rejected, why. */
  decidida: z
    .object({ por: z.string().nullable(), en: z.string(), motivo: z.string().nullable() })
    .nullable(),
});
export type Fusion = z.infer<typeof fusion>;

/** One of them, with all that is compared; the reading of both files is recorded. Errors: NOT_FOUND. */
export const getFusion = callable({
  name: 'getFusion',
  summary:
    'Una propuesta de fusión de dos expedientes, con lo que pasaría si se confirma ahora (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: fusion,
});

/**
 * Confirms what another proposed, all of it or nothing, or says why not; the proposer is told by mail.
 *
 * Errors: NOT_FOUND, PERMISSION_DENIED (`sobre-uno-mismo`: one of the files is theirs; `fusion-propia`:
 * they proposed it), ABORTED (`fusion-decidida`, `fusion-cambio`: a file changed since;
 * `fusion-sin-proponente`), FAILED_PRECONDITION (`impedido`, with the first reason as its message).
 */
export const decideFusion = callable({
  name: 'decideFusion',
  summary:
    'Confirma la fusión de dos expedientes, como otra persona lo propuso, o lo rechaza (Escolar y Admin).',
  input: z.discriminatedUnion('decision', [
    z.strictObject({ id, decision: z.literal('confirmar') }),
    z.strictObject({
      id,
      decision: z.literal('rechazar'),
      /** What the proposer reads. */
      motivo: z.string().trim().min(5).max(500),
    }),
  ]),
  output: z.object({
    /** What routes call the person from now on; null when it was rejected. */
    clave: z.string().nullable(),
  }),
});

/**
 * Takes back what one proposed. Errors: NOT_FOUND, PERMISSION_DENIED (`fusion-ajena`), ABORTED
 * (`fusion-decidida`).
 */
export const cancelFusion = callable({
  name: 'cancelFusion',
  summary:
    'Retira la propuesta de fusión de dos expedientes que hizo quien llama (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: done,
});

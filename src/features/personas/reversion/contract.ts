import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { FUSION_HECHA } from './estados.ts';

const id = z.uuid();
const expediente = z.object({ clave: z.string(), nombreCompleto: z.string() });

const reunida = {
  id: z.string(),
  /** The file that went; null when its key is another's now. */
  anterior: expediente.nullable(),
  /** The one that took it in. */
  actual: expediente,
  hechaPor: z.string().nullable(),
  /** ISO instants. */
  hechaEn: z.string(),
  venceEn: z.string(),
};
const fila = z.object(reunida);
export type FilaFusionHecha = z.infer<typeof fila>;

export const listFusionesHechas = callable({
  name: 'listFusionesHechas',
  summary:
    'Los expedientes que se fusionaron y todavía se pueden separar, del más reciente al más antiguo (Escolar y Admin).',
  input: z.strictObject({
    /** From 1. */
    pagina: z.number().int().min(1).max(100_000).default(1),
    porPagina: z.number().int().min(1).max(200).default(50),
  }),
  output: z.object({ total: z.number(), filas: z.array(fila) }),
});

const fusionHecha = z.object({
  ...reunida,
  estado: z.enum(FUSION_HECHA.estados),
  /** One of the two files is of whoever asks. */
  esSuyo: z.boolean(),
  /** What undoing it would do now, in sentences; null when it cannot be undone any more. */
  ensayo: z
    .object({
      vuelven: z.array(z.string()),
      quedan: z.array(z.string()),
      impedimentos: z.array(z.string()),
    })
    .nullable(),
  deshecha: z.object({ por: z.string().nullable(), en: z.string(), motivo: z.string() }).nullable(),
});
export type FusionHecha = z.infer<typeof fusionHecha>;

/** One of them, with what undoing it would do; the reading is recorded. Errors: NOT_FOUND. */
export const getFusionHecha = callable({
  name: 'getFusionHecha',
  summary: 'Dos expedientes que se fusionaron, con lo que pasaría al separarlos (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: fusionHecha,
});

/**
 * Undoes a merge, all of it or nothing: each file has again what was its own. Its person is told by mail.
 *
 * Errors: NOT_FOUND, ABORTED (`fusion-no-reversible`), PERMISSION_DENIED (`sobre-uno-mismo`), FAILED_PRECONDITION
 * (`impedido`, with the first reason as its message; `fusion-falta`).
 */
export const undoFusionHecha = callable({
  name: 'undoFusionHecha',
  summary:
    'Separa dos expedientes que se habían fusionado, hasta 30 días después: cada uno vuelve a tener lo suyo (Escolar y Admin).',
  input: z.strictObject({
    id,
    motivo: z.string().trim().min(5).max(500),
  }),
  output: z.object({
    /** What routes call the file that is there again. */
    clave: z.string(),
  }),
});

import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';
import { nombres } from '../contract.ts';
import { VINCULACION } from '../estados.ts';

const id = z.uuid();
const done = z.object({ ok: z.literal(true) });

const vinculacion = z.object({
  id: z.string(),
  estado: z.enum(VINCULACION.estados),
  creadoEn: z.string(),
  /** Address that the account verified. */
  correo: z.string(),
  escrito: nombres,
  expediente: nombres.extend({
    clave: z.string(),
    fechaNacimiento: z.string().nullable(),
    sexo: z.enum(['H', 'M', 'X']).nullable(),
    entidadNacimiento: z.string().nullable(),
    /** Address that the school has for the person. */
    correoConocido: z.string().nullable(),
    /** Address of the account that has the file now. */
    correoDeSuCuenta: z.string().nullable(),
  }),
  /** Names under which the identification is stored; empty while there is none. */
  identificaciones: z.array(z.string()),
});
export type Vinculacion = z.infer<typeof vinculacion>;

/**
 * Gives the next request that waits, to nobody else for ten minutes (`renewRevisionVinculacion`), and lets go of the one
 * before. The reading is recorded. Errors: NOT_FOUND, ABORTED (`vinculacion-decidida`), PERMISSION_DENIED
 * (`vinculacion-propia`), FAILED_PRECONDITION (`vinculacion-de-otro`) of one that is asked for.
 */
export const startRevisionVinculacion = callable({
  name: 'startRevisionVinculacion',
  summary:
    'El expediente que sigue por confirmar, que durante diez minutos no se da a nadie más, con lo que se compara (Escolar y Admin).',
  input: z.strictObject({
    /** This one, and not the one that has waited longest. */
    id: id.optional(),
    /** Those that were left for later. */
    saltados: z.array(id).max(500).default([]),
  }),
  output: z.object({
    /** Null: none waits, but for those that were left for later, that others look at, or one's own. */
    vinculacion: vinculacion.nullable(),
    espera: z.object({
      /** How many wait for staff, and since when the first of them (ISO 8601). */
      cuantos: z.number(),
      desde: z.string().nullable(),
    }),
    /** Why one is not confirmed, as the catalog says it. */
    motivos: z.array(z.object({ clave: z.string(), nombre: z.string() })),
  }),
});

/** Errors: FAILED_PRECONDITION (`vinculacion-de-otro`): it took too long, and somebody else looks at it. */
export const renewRevisionVinculacion = callable({
  name: 'renewRevisionVinculacion',
  summary: 'Sigue comparando un expediente por confirmar: diez minutos más (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: done,
});

/** Lets go of whatever the actor was looking at. */
export const endRevisionVinculacion = callable({
  name: 'endRevisionVinculacion',
  summary: 'Deja de comparar: el expediente por confirmar queda para quien siga (Escolar y Admin).',
  input: z.union([z.null(), z.strictObject({})]),
  output: done,
});

/**
 * Gives the file to the account, or says why not. Whoever gets it, and whoever had it, is told by mail at once; a
 * rejection some minutes later, until when it may be withdrawn. The identification goes with the mail.
 *
 * Errors: NOT_FOUND, ABORTED (`vinculacion-decidida`; `vinculacion-cambio`: the file is another than was looked at),
 * PERMISSION_DENIED (`vinculacion-propia`, `vinculacion-solo-admin`), FAILED_PRECONDITION (`vinculacion-de-otro`,
 * `vinculacion-otra-cuenta`, `vinculacion-con-expediente`, `vinculacion-sin-motivo`).
 */
export const decideVinculacion = callable({
  name: 'decideVinculacion',
  summary:
    'Confirma que un expediente es de la cuenta que lo pide, o lo rechaza (Escolar y Admin).',
  input: z.discriminatedUnion('decision', [
    z.strictObject({
      id,
      decision: z.literal('confirmar'),
      /** Key of the file as it was looked at: merged, or with another CURP meanwhile, it is not given. */
      clave: z.string().max(60),
      /** The account that has the file loses it (Admin). */
      sustituir: z.boolean().default(false),
    }),
    z.strictObject({
      id,
      decision: z.literal('rechazar'),
      /** Key in the catalog `motivos-vinculacion`. */
      motivo: z.string().min(1).max(60),
      /** What the person reads besides. */
      nota: z.string().trim().max(500).default(''),
    }),
  ]),
  output: done,
});

/** One's own rejection, for five minutes. Errors: FAILED_PRECONDITION (`vinculacion-ya-contada`). */
export const withdrawDecisionVinculacion = callable({
  name: 'withdrawDecisionVinculacion',
  summary: 'Deshace el propio rechazo de un expediente, que vuelve a esperar (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: done,
});

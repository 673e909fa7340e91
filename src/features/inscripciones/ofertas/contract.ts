import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { cursoSchema, edicionSchema, lugaresSchema } from '../../cursos/contract.ts';
import { reservaSchema } from '../contract.ts';
import { INSCRIPCION } from '../estados.ts';

/** Days before it opens that an edition is announced. */
export const DIAS_DE_ANUNCIO = 30;
/** Editions in one answer. */
export const MAX_OFERTAS = 100;

export const ofertaSchema = z.object({
  curso: cursoSchema,
  edicion: edicionSchema,
  plantillaId: z.string(),
  lugares: lugaresSchema,
  /** How its seats are kept for some, for whoever asks; null: they are everybody's, or the account has no file. */
  reserva: reservaSchema.nullable(),
  /** Its line; null: once full, nobody waits. */
  espera: z
    .object({
      /** How many wait now. */
      antes: z.number(),
      /** Whoever comes may go before some of them, by their points. */
      porPuntos: z.boolean(),
    })
    .nullable(),
  /** Of its enrolment. `abierta`: one may enrol now (seats permitting); `proxima`: it opens later. */
  momento: z.enum(['abierta', 'proxima', 'cerrada']),
  /** The actor's own living inscripción in this edition (its draft included), or null. */
  inscripcion: z.object({ id: z.string(), estado: z.enum(INSCRIPCION.estados) }).nullable(),
});
export type Oferta = z.output<typeof ofertaSchema>;

export const faltaSchema = z.object({
  /** What, as it goes on after «le falta»: «un teléfono». */
  que: z.string(),
  /** The address of the very field; null: it is not mended on a screen. */
  enlace: z.string().nullable(),
});
export type FaltaParaInscribirse = z.output<typeof faltaSchema>;

/**
 * Editions whose enrolment is open or about to open, the one that closes soonest first; at most
 * 100. For any signed-in account; one without a file simply has no inscripciones.
 */
export const listOfertas = callable({
  name: 'listOfertas',
  summary: 'Ediciones con inscripción abierta o por abrir, con sus lugares y mi inscripción.',
  input: z.strictObject({}),
  output: z.object({
    /** The server's clock (ISO 8601). */
    ahora: z.string(),
    ofertas: z.array(ofertaSchema),
    /** What one's own file lacks to enrol: in what is attended in person, and in what is not. It keeps nobody from it. */
    faltas: z.object({ presencial: z.array(faltaSchema), enLinea: z.array(faltaSchema) }),
  }),
});

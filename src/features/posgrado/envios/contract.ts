/** Parts that the contracts of both forms share: calendar, form, sendings, acts, timeline. */
import { z } from 'zod';
import { definicionLeida } from '../../plantillas/contract.ts';
import { respuestasLeidas } from '../../plantillas/formulario/contract.ts';

/** Dates of a call (ISO 8601). Each window is open from `abre` until just before `cierra`. */
export const calendarioSchema = z.object({
  presolicitudAbre: z.string(),
  presolicitudCierra: z.string(),
  solicitudAbre: z.string(),
  solicitudCierra: z.string(),
  recomendacionesCierra: z.string(),
  resultadosEn: z.string(),
});
export type Calendario = z.output<typeof calendarioSchema>;

/** Where a call is by the server's clock. */
export const MOMENTOS = {
  proxima: 'Próxima',
  presolicitudes: 'Recibe presolicitudes',
  entreVentanas: 'En validación',
  solicitudes: 'Recibe solicitudes',
  evaluacion: 'En evaluación',
  resultados: 'Con resultados',
  concluida: 'Concluida',
  cancelada: 'Cancelada',
} as const;
export type Momento = keyof typeof MOMENTOS;
export const momentoSchema = z.enum(Object.keys(MOMENTOS) as [Momento, ...Momento[]]);

/** The form of one of the two steps, in the version that the call fixed when it was published. */
export const formularioSchema = z.object({
  nombre: z.string(),
  /** Number of the version; goes back in `version` when it is sent. */
  version: z.number(),
  definicion: definicionLeida,
});

/** What was typed and not yet sent. `guardadoEn` goes back in `desde` of the next save. */
export const borradorSchema = z.object({
  respuestas: respuestasLeidas,
  /** Keys of the fields whose answer is to be saved in the file too. */
  guardar: z.array(z.string()),
  guardadoEn: z.string(),
});

/** One sending: it never changes. `folio` and `clave` open its acuse (`acusePath`, `acusePdfPath` of inscripciones). */
export const envioSchema = z.object({
  numero: z.number(),
  enviadoEn: z.string(),
  folio: z.string(),
  clave: z.string(),
});
export type EnvioPresentado = z.output<typeof envioSchema>;

/** An act of the applicant: whether it may be done now, until when, and otherwise why not. */
export const actoSchema = z.object({
  permitido: z.boolean(),
  /** ISO 8601; null: no deadline. */
  hasta: z.string().nullable(),
  /** A sentence for the person; null when it may be done, or when it does not apply at all in this state. */
  porque: z.string().nullable(),
});
export type Acto = z.output<typeof actoSchema>;

/** An event of the timeline: `suceso` happened, `plazo` is a date of the calendar, past or to come. Oldest first. */
export const eventoSchema = z.object({
  tipo: z.enum(['suceso', 'plazo']),
  en: z.string(),
  titulo: z.string(),
  detalle: z.string().nullable(),
  pasado: z.boolean(),
});
export type Evento = z.output<typeof eventoSchema>;

/** Where the notices go, and the contact address that would receive them too once it is confirmed. */
export const avisosSchema = z.object({
  correos: z.array(z.string()),
  porConfirmar: z.string().nullable(),
});

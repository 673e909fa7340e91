import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { defineFormato } from '../../../platform/shared/formatos.ts';
import { RECOMENDACION } from '../estados.ts';
import {
  MAX_INSTITUCION,
  MAX_NOMBRE_RECOMENDANTE,
  MOMENTOS_INVITACION,
  NIVELES,
  type NivelValoracion,
  RELACIONES,
  type RelacionRecomendante,
  VALORACIONES_CLAVES,
} from './rules.ts';

const RELACIONES_CLAVES = Object.keys(RELACIONES) as [
  RelacionRecomendante,
  ...RelacionRecomendante[],
];
const NIVELES_CLAVES = Object.keys(NIVELES) as [NivelValoracion, ...NivelValoracion[]];

const cartaLeida = z.object({
  texto: z.string(),
  /** How its author knows the applicant, in their own words. */
  trato: z.string(),
  valoraciones: z.partialRecord(z.enum(VALORACIONES_CLAVES), z.enum(NIVELES_CLAVES)),
});
/** How a letter is kept, sealed. */
export const CARTA = defineFormato({ nombre: 'carta', lectura: cartaLeida });

const id = z.uuid();
const nombre = z.string().trim().min(1).max(MAX_NOMBRE_RECOMENDANTE);
const institucion = z.string().trim().min(1).max(MAX_INSTITUCION);
const correo = z.string().trim().min(1).max(300);
const relacion = z.enum(RELACIONES_CLAVES);
const propuesta = { nombre, correo, institucion, relacion };

const recomendanteSchema = z.object({
  id: z.string(),
  estado: z.enum(RECOMENDACION.estados),
  nombre: z.string(),
  correo: z.string(),
  institucion: z.string(),
  relacion: z.string(),
  /** ISO 8601. */
  invitadaEn: z.string().nullable(),
  /** Name of the referee whose place this one takes. */
  reemplazaA: z.string().nullable(),
  puede: z.object({
    quitar: z.boolean(),
    invitar: z.boolean(),
    reenviar: z.boolean(),
    cambiarCorreo: z.boolean(),
    reemplazar: z.boolean(),
  }),
});
export type Recomendante = z.output<typeof recomendanteSchema>;

/**
 * The referees of one's own application, in the order in which they were proposed: their state only, never a letter nor a rating.
 * Errors: NOT_FOUND (`solicitud-no-existe`).
 */
export const listRecomendantesSolicitud = callable({
  name: 'listRecomendantesSolicitud',
  summary: 'Las personas que recomiendan mi solicitud y el estado de cada carta, sin su contenido.',
  input: z.strictObject({ solicitudId: id }),
  output: z.object({
    recomendantes: z.array(recomendanteSchema),
    /** Letters that the call asks for. */
    pide: z.number(),
    /** Until when letters are received (ISO 8601). */
    venceEn: z.string(),
    /** Whether the invitations go out at once, since the application was sent. */
    enviada: z.boolean(),
    puedeAgregar: z.boolean(),
    /** Why nothing may be changed any more; null: it may. */
    cerrada: z.string().nullable(),
  }),
});
export type Recomendantes = z.output<(typeof listRecomendantesSolicitud)['output']>;

/**
 * Proposes a referee. They are invited when the application is sent; of one sent already, at once. Errors: NOT_FOUND
 * (`solicitud-no-existe`), FAILED_PRECONDITION (`recomendantes-cerrado`, `recomendantes-completos`), INVALID_ARGUMENT with `fields`
 * (`nombre`, `correo`), RESOURCE_EXHAUSTED (`demasiados-intentos`).
 */
export const createRecomendanteSolicitud = callable({
  name: 'createRecomendanteSolicitud',
  summary: 'Agrega a mi solicitud a una persona que la recomiende.',
  input: z.strictObject({ solicitudId: id, ...propuesta }),
  output: z.object({ id: z.string(), estado: z.enum(RECOMENDACION.estados) }),
});

/**
 * Proposes another person in the place of one who declined or did not answer: once for each letter. Errors: those of
 * `createRecomendanteSolicitud`, NOT_FOUND (`recomendante-no-existe`), FAILED_PRECONDITION (`recomendante-sin-reemplazo`).
 */
export const replaceRecomendanteSolicitud = callable({
  name: 'replaceRecomendanteSolicitud',
  summary: 'Propone a otra persona en lugar de una que declinó o no respondió.',
  input: z.strictObject({ id, ...propuesta }),
  output: z.object({ id: z.string(), estado: z.enum(RECOMENDACION.estados) }),
});

/** Removes one who was not invited yet. Errors: NOT_FOUND, FAILED_PRECONDITION (`recomendantes-cerrado`), ABORTED (`recomendante-ya-cambio`). */
export const removeRecomendanteSolicitud = callable({
  name: 'removeRecomendanteSolicitud',
  summary: 'Quita de mi solicitud a una persona que todavía no se ha invitado.',
  input: z.strictObject({ id }),
  output: z.null(),
});

/**
 * Invites one now, before the application is sent too. Errors: NOT_FOUND, FAILED_PRECONDITION (`recomendantes-cerrado`), ABORTED
 * (`recomendante-ya-cambio`), RESOURCE_EXHAUSTED (`demasiados-intentos`).
 */
export const sendInvitacionRecomendante = callable({
  name: 'sendInvitacionRecomendante',
  summary: 'Invita ya a una persona a recomendar mi solicitud.',
  input: z.strictObject({ id }),
  output: z.null(),
});

/** Writes again to one who was invited, with the same link. Errors: those of `sendInvitacionRecomendante`. */
export const resendInvitacionRecomendante = callable({
  name: 'resendInvitacionRecomendante',
  summary: 'Envía otra vez la invitación a recomendar mi solicitud.',
  input: z.strictObject({ id }),
  output: z.null(),
});

/**
 * Invites the same person at another address: the link that was sent before opens nothing any more. Errors: those of
 * `sendInvitacionRecomendante`, INVALID_ARGUMENT with `fields` (`correo`).
 */
export const changeCorreoRecomendante = callable({
  name: 'changeCorreoRecomendante',
  summary: 'Invita a la misma persona en otro correo; el enlace anterior deja de servir.',
  input: z.strictObject({ id, correo }),
  output: z.null(),
});

/**
 * What the page of a letter shows to the bearer of its key; opening it consumes nothing, however often. Key in any case. Errors: NOT_FOUND
 * (`recomendacion-enlace`: it is unknown or another one took its place), RESOURCE_EXHAUSTED (`demasiados-intentos`).
 */
export const getInvitacionRecomendacion = callable({
  name: 'getInvitacionRecomendacion',
  summary: 'Lo que ve de una invitación a recomendar la persona que tiene su enlace.',
  input: z.strictObject({ clave: z.string().max(100) }),
  output: z.object({
    momento: z.enum(MOMENTOS_INVITACION),
    /** Null to the applicant, who is told nothing here. */
    invitacion: z
      .object({
        /** Whom it was sent to, and who applies. */
        recomendante: z.string(),
        aspirante: z.string(),
        relacion: z.string(),
        programa: z.string(),
        edicion: z.string(),
        /** Until when the letter is received (ISO 8601). */
        venceEn: z.string(),
        /** When it was received or declined (ISO 8601). */
        respondidaEn: z.string().nullable(),
        /** Least characters of the letter. */
        minimo: z.number(),
      })
      .nullable(),
  }),
});
export type InvitacionRecomendacion = z.output<(typeof getInvitacionRecomendacion)['output']>;

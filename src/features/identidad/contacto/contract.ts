import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';

/**
 * Confirms, from a session of the account that gave it, an address for its notices. Errors:
 * FAILED_PRECONDITION (`codigo-invalido`, `codigo-vencido`, `contacto-de-otra-cuenta`).
 */
export const confirmCorreoContacto = callable({
  name: 'confirmCorreoContacto',
  summary: 'Confirma, con el código de su enlace, un correo de contacto para recibir ahí avisos.',
  input: z.strictObject({ oobCode: z.string().min(1).max(200) }),
  output: z.object({ email: z.string() }),
});

/** One's contact addresses: those that receive notices, and those that wait to be confirmed. */
export const listCorreosContacto = callable({
  name: 'listCorreosContacto',
  summary: 'Los correos de contacto de la propia cuenta y si están confirmados.',
  input: z.null(),
  output: z.array(
    z.object({
      email: z.string(),
      /** Since when notices go there; null while it waits. */
      confirmadoEn: z.iso.datetime().nullable(),
    }),
  ),
});

/** Where a person is written to. Errors: PERMISSION_DENIED (somebody else's file, also when there is none), NOT_FOUND. */
export const listCorreosPersona = callable({
  name: 'listCorreosPersona',
  summary:
    'Los correos de una persona (el de su cuenta y los de contacto) y cuáles están verificados: los propios, o los de cualquiera para Escolar y Admin (queda en el historial).',
  input: z.strictObject({
    /** CURP or key of the person. */
    clave: z.string().max(60),
  }),
  output: z.object({
    /** Null: they have none. */
    cuenta: z.object({ email: z.string(), verificado: z.boolean() }).nullable(),
    contacto: z.array(
      z.object({
        email: z.string(),
        /** Null while it waits. */
        confirmadoEn: z.iso.datetime().nullable(),
      }),
    ),
  }),
});

/**
 * From now on no notice goes to that address; those of what it was written for go to the account's only.
 * Errors: NOT_FOUND (`contacto-no-existe`).
 */
export const withdrawCorreoContacto = callable({
  name: 'withdrawCorreoContacto',
  summary: 'Retira un correo de contacto: los avisos llegan solo al de la cuenta.',
  input: z.strictObject({ email: z.string().max(254) }),
  output: z.object({ ok: z.literal(true) }),
});

/**
 * Puts `email` in the place of `anterior`, at once if it is confirmed already, otherwise once it is:
 * the mail that asks is sent. Errors: NOT_FOUND (`contacto-no-existe`), INVALID_ARGUMENT
 * (`contacto-igual`, `contacto-de-la-cuenta`, no address), RESOURCE_EXHAUSTED.
 */
export const replaceCorreoContacto = callable({
  name: 'replaceCorreoContacto',
  summary: 'Cambia un correo de contacto por otro, que se confirma con un mensaje.',
  input: z.strictObject({ anterior: z.string().max(254), email: z.string().max(254) }),
  output: z.object({ porConfirmar: z.boolean() }),
});

/**
 * Sends (again) the mail that asks to confirm an address. One that is confirmed, or the account's own,
 * needs none. Errors: INVALID_ARGUMENT (no address), RESOURCE_EXHAUSTED.
 */
export const requestCorreoContacto = callable({
  name: 'requestCorreoContacto',
  summary: 'Envía el mensaje para confirmar un correo de contacto.',
  input: z.strictObject({ email: z.string().max(254) }),
  output: z.object({ ok: z.literal(true) }),
});

import { defineEstados, type EstadoDe } from './estados.ts';

/** Where a mail is: waiting (also between tries), accepted by the mail server, or given up. */
export const CORREO = defineEstados({
  tabla: 'correos',
  estados: {
    pendiente: ['En espera', 'neutral'],
    enviado: ['Enviado', 'success'],
    fallido: ['Sin entregar', 'danger'],
  },
  pasos: {
    escribir: { de: [null], a: 'pendiente' },
    // Between tries: what failed for now goes on waiting.
    esperar: { de: ['pendiente'], a: 'pendiente' },
    guardar: { de: ['pendiente'], a: 'enviado' },
    // The answer of the mail server may come after it was given up.
    enviar: { de: ['pendiente', 'fallido'], a: 'enviado' },
    abandonar: { de: ['pendiente'], a: 'fallido' },
    reenviar: { de: ['pendiente', 'fallido'], a: 'pendiente' },
    descartar: { de: ['fallido'], a: null },
  },
});
export type EstadoCorreo = EstadoDe<typeof CORREO>;

/**
 * Why the last try failed: the mail server takes nothing from us (`servidor`), this mail not now
 * (`espera`), never at that address (`destinatario`), or never that message (`mensaje`).
 */
export const CAUSAS_CORREO = ['servidor', 'espera', 'destinatario', 'mensaje'] as const;
export type CausaCorreo = (typeof CAUSAS_CORREO)[number];

/** By which way a message goes: to an address, or to a telephone (a text of a line or two). */
export const MEDIOS = ['correo', 'telefono'] as const;
export type Medio = (typeof MEDIOS)[number];

/** How the way out is: delivered to the local mailbox of a demonstration, or by a mail server. */
export type SalidaCorreo = 'buzonLocal' | 'sinServidor' | 'funciona' | 'falla';

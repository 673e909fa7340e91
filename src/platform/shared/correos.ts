/** Where a mail is: waiting (also between tries), accepted by the mail server, or given up. */
export const ESTADOS_CORREO = ['pendiente', 'enviado', 'fallido'] as const;
export type EstadoCorreo = (typeof ESTADOS_CORREO)[number];

/**
 * Why the last try failed: the mail server takes nothing from us (`servidor`), this mail not now
 * (`espera`), never at that address (`destinatario`), or never that message (`mensaje`).
 */
export const CAUSAS_CORREO = ['servidor', 'espera', 'destinatario', 'mensaje'] as const;
export type CausaCorreo = (typeof CAUSAS_CORREO)[number];

/** How the way out is: delivered to the local mailbox of a demonstration, or by a mail server. */
export type SalidaCorreo = 'buzonLocal' | 'sinServidor' | 'funciona' | 'falla';

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

/**
 * What the portal writes to people about, declared once (docs/decisions/0064). An obligatory kind says why nobody may
 * switch it off; an optional one, where it is found in the portal by whoever does not want it by mail.
 */
export const CLASES_CORREO = {
  cuenta: {
    titulo: 'Su cuenta y su seguridad',
    detalle:
      'Enlaces y códigos, y cualquier cambio de contraseña, correo, segundo factor o acceso.',
    porque: 'Así se entera a tiempo si alguien más quiere entrar a su cuenta.',
  },
  expediente: {
    titulo: 'Cambios en su expediente que hizo la escuela',
    detalle: 'Una CURP asignada o corregida, expedientes reunidos o un documento que se agregó.',
    porque: 'Así puede decir a Control Escolar si algo no es correcto.',
  },
  pedidos: {
    titulo: 'Lo que usted pidió',
    detalle: 'El acuse de una inscripción, la copia de sus datos y la respuesta a una solicitud.',
    porque: 'Es la constancia o la respuesta que espera, y de algunas corre un plazo.',
  },
  documentosRevisados: {
    titulo: 'Documentos revisados',
    detalle: 'Cuando Control Escolar valida o rechaza lo que envió.',
    enPortal: 'Los rechazados aparecen en Inicio, y todos en Documentos.',
  },
  documentosPorVencer: {
    titulo: 'Documentos por vencer',
    detalle: 'Cuando uno validado está por terminar su vigencia.',
    enPortal: 'Aparecen en Inicio y en Documentos.',
  },
} as const satisfies Record<
  string,
  { titulo: string; detalle: string } & ({ porque: string } | { enPortal: string })
>;
type Clases = typeof CLASES_CORREO;
export type ClaseCorreo = keyof Clases;

/** Those that a person may switch off. */
export type ClaseOpcional = {
  [K in ClaseCorreo]: Clases[K] extends { enPortal: string } ? K : never;
}[ClaseCorreo];
export type ClaseObligatoria = Exclude<ClaseCorreo, ClaseOpcional>;

const CLASES = Object.keys(CLASES_CORREO) as ClaseCorreo[];
const isOpcional = (clase: ClaseCorreo): clase is ClaseOpcional =>
  'enPortal' in CLASES_CORREO[clase];

export const CLASES_OPCIONALES = CLASES.filter(isOpcional);
export const CLASES_OBLIGATORIAS = CLASES.filter(
  (clase): clase is ClaseObligatoria => !isOpcional(clase),
);

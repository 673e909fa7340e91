import type { CausaCorreo, EstadoCorreo } from '../../platform/shared/correos.ts';

const MIENTRAS_ESPERA: Record<CausaCorreo, string | null> = {
  // It is nothing of this mail: the screen says it once, for all.
  servidor: null,
  espera: 'El servidor de correo no lo aceptó por ahora. Se intentará de nuevo.',
  destinatario: 'La dirección no lo aceptó. Se intentará de nuevo.',
  mensaje: 'El mensaje no fue aceptado. Se intentará de nuevo.',
};

const YA_FALLIDO: Record<CausaCorreo, string> = {
  servidor: 'El servidor de correo no aceptó mensajes durante cinco días.',
  espera: 'No se aceptó en cinco días de intentos.',
  destinatario: 'La dirección no acepta correo. Revísela con la persona.',
  mensaje: 'El mensaje fue rechazado.',
};

/** Why a mail has not been delivered, for an Admin; null when nothing went wrong with it. */
export const describeCausa = (estado: EstadoCorreo, causa: CausaCorreo | null): string | null =>
  causa === null || estado === 'enviado'
    ? null
    : (estado === 'fallido' ? YA_FALLIDO : MIENTRAS_ESPERA)[causa];

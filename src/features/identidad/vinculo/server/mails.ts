import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { propioPath } from '../../../personas/routes.ts';
import { POR_SU_CUENTA } from '../../cuentas/server/mails.ts';
import { loginPath } from '../../routes.ts';

const TEXTOS = {
  fusion: {
    subject: 'Sus dos expedientes son ahora uno',
    paragraph: 'Control Escolar encontró que usted tenía dos expedientes y los reunió en uno solo.',
  },
  correccion: {
    subject: 'Su expediente tiene otra CURP',
    paragraph:
      'Control Escolar corrigió la CURP de su expediente, como lo pidió con el documento que lo comprueba.',
  },
  asignacion: {
    subject: 'Su expediente ya tiene su CURP',
    paragraph:
      'Control Escolar registró su CURP en su expediente, que hasta ahora usaba una clave provisional.',
  },
} as const;

/**
 * To whoever's file got its CURP, or another one. `sesionesCerradas`: the account was of the file that changed.
 */
export const curpAsignadaMail = (
  env: Env,
  { uid, email }: { uid: string; email: string },
  { porque, sesionesCerradas }: { porque: keyof typeof TEXTOS; sesionesCerradas: boolean },
): Message => ({
  ...{ to: email, uid, clase: 'expediente', enlace: propioPath() },
  subject: TEXTOS[porque].subject,
  paragraphs: [
    TEXTOS[porque].paragraph,
    'Todo lo suyo se conserva: inscripciones, acuses y documentos. Los acuses que ya tiene siguen siendo válidos, y la dirección anterior de su expediente lleva al actual.',
    sesionesCerradas
      ? 'Por seguridad cerramos sus sesiones. Ingrese de nuevo con el mismo correo y la misma contraseña.'
      : 'Puede consultarlo en el portal.',
  ],
  action: {
    label: sesionesCerradas ? 'Ingresar de nuevo' : 'Abrir el portal',
    url: `${env.publicUrl}${loginPath}`,
  },
  notes: ['Si cree que es un error, comuníquese con la escuela.'],
  reason: POR_SU_CUENTA,
});

/** To whose account goes back to its own file, of two that were made one by mistake. */
export const expedientesSeparadosMail = (
  env: Env,
  { uid, email }: { uid: string; email: string },
): Message => ({
  ...{ to: email, uid, clase: 'expediente', enlace: propioPath() },
  subject: 'Su expediente vuelve a ser solo suyo',
  paragraphs: [
    'Control Escolar había reunido su expediente con otro, y comprobó que no eran de la misma persona. Los separó: el suyo tiene lo que tenía antes.',
    'Por seguridad cerramos sus sesiones. Ingrese de nuevo con el mismo correo y la misma contraseña.',
  ],
  action: { label: 'Ingresar de nuevo', url: `${env.publicUrl}${loginPath}` },
  notes: ['Si algo de lo suyo falta, comuníquese con la escuela.'],
  reason: POR_SU_CUENTA,
});

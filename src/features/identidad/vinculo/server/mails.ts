import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { propioPath } from '../../../personas/routes.ts';
import { POR_SU_CUENTA } from '../../cuentas/server/mails.ts';
import { loginPath } from '../../routes.ts';
import { VINCULOS } from './textos.ts';

/**
 * To whoever's file got its CURP, or another one. `sesionesCerradas`: the account was of the file that changed.
 */
export const curpAsignadaMail = (
  env: Env,
  { uid, email }: { uid: string; email: string },
  {
    porque,
    sesionesCerradas,
  }: { porque: 'fusion' | 'correccion' | 'asignacion'; sesionesCerradas: boolean },
): Message => ({
  ...{ to: email, uid, clase: 'expediente', enlace: propioPath() },
  ...VINCULOS.carta(`expediente.${porque}`, {
    sesiones: sesionesCerradas
      ? 'Por seguridad cerramos sus sesiones. Ingrese de nuevo con el mismo correo y la misma contraseña.'
      : 'Puede consultarlo en el portal.',
  }),
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
  ...VINCULOS.carta('expediente.separacion', {}),
  action: { label: 'Ingresar de nuevo', url: `${env.publicUrl}${loginPath}` },
  notes: ['Si algo de lo suyo falta, comuníquese con la escuela.'],
  reason: POR_SU_CUENTA,
});

import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/mail/index.ts';
import { POR_SU_CUENTA } from '../../cuentas/server/mails.ts';
import { loginPath } from '../../routes.ts';

/** To whoever's file got its CURP. `sesionesCerradas`: the account was of the file that changed. */
export const curpAsignadaMail = (
  env: Env,
  to: string,
  { fusion, sesionesCerradas }: { fusion: boolean; sesionesCerradas: boolean },
): Message => ({
  to,
  subject: fusion ? 'Sus dos expedientes son ahora uno' : 'Su expediente ya tiene su CURP',
  paragraphs: [
    fusion
      ? 'Control Escolar encontró que usted tenía dos expedientes, uno con su CURP y otro sin ella, y los reunió en el que tiene la CURP.'
      : 'Control Escolar registró su CURP en su expediente, que hasta ahora usaba una clave provisional.',
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

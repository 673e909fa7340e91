import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { formatMomento } from '../../../../platform/shared/dates.ts';
import { propioPath } from '../../../personas/routes.ts';
import { POR_SU_CUENTA } from '../../cuentas/server/mails.ts';
import { loginPath } from '../../routes.ts';

type Cuenta = { uid: string; email: string };

const a = ({ uid, email }: Cuenta) =>
  ({ to: email, uid, clase: 'expediente', enlace: propioPath() }) as const;

const ingresar = (env: Env, label = 'Ingresar') => ({
  label,
  url: `${env.publicUrl}${loginPath}`,
});

/** To whoever verified the address that the school had for a person: the file is theirs. */
export const expedienteUnidoMail = (env: Env, cuenta: Cuenta): Message => ({
  ...a(cuenta),
  subject: 'Su expediente ya está en su cuenta',
  paragraphs: [
    'Control Escolar ya tenía un expediente con su CURP y con este correo. Al verificarlo, el expediente quedó en su cuenta.',
    'Ingrese con su correo y la contraseña que eligió.',
  ],
  action: ingresar(env),
  notes: ['Si algún dato no es correcto, dígalo a Control Escolar.'],
  reason: POR_SU_CUENTA,
});

/** To whoever gives a CURP that has a file already: it waits for staff. */
export const vinculacionPendienteMail = (env: Env, cuenta: Cuenta): Message => ({
  ...a(cuenta),
  subject: 'Control Escolar confirmará su expediente',
  paragraphs: [
    'Su correo quedó verificado y su cuenta ya funciona. La CURP que indicó tiene un expediente en el portal; para proteger los datos de su titular, Control Escolar confirmará que es usted antes de entregárselo.',
    'Para que sea más rápido, ingrese y envíe una foto de su identificación en «Mi expediente». Le avisaremos a este correo en cuanto haya respuesta.',
  ],
  action: ingresar(env),
  notes: ['Si usted no se registró, no haga nada: nadie verá su expediente.'],
  reason: POR_SU_CUENTA,
});

/** To the owner of a file that another account asks for: it stays theirs, and nobody sees it meanwhile. `en`: when. */
export const expedientePedidoMail = (env: Env, titular: Cuenta, en: Date): Message => ({
  ...a(titular),
  subject: 'Otra cuenta pidió su expediente',
  paragraphs: [
    `El ${formatMomento(en)} otra cuenta del portal indicó su CURP y pidió su expediente. Sigue en la cuenta de usted, y la otra no ve nada de él.`,
    'Control Escolar lo revisará con una identificación. Si usted abrió la otra cuenta, siga usando esta; si no, no tiene que hacer nada.',
  ],
  action: { label: 'Ver mi expediente', url: env.publicUrl + propioPath() },
  notes: ['Si cree que alguien usa sus datos, escriba a Control Escolar.'],
  reason: POR_SU_CUENTA,
});

/** To whoever got the file that they asked for. */
export const vinculacionConfirmadaMail = (env: Env, cuenta: Cuenta): Message => ({
  ...a(cuenta),
  subject: 'Su expediente ya está en su cuenta',
  paragraphs: [
    'Control Escolar confirmó que el expediente con su CURP es suyo. Ya está en su cuenta; la foto de su identificación se eliminó.',
    'Por seguridad cerramos sus sesiones. Ingrese de nuevo con el mismo correo y la misma contraseña.',
  ],
  action: ingresar(env, 'Ingresar de nuevo'),
  reason: POR_SU_CUENTA,
});

/** To whoever did not. `motivo` is what staff wrote for them. */
export const vinculacionRechazadaMail = (env: Env, cuenta: Cuenta, motivo: string): Message => ({
  ...a(cuenta),
  subject: 'No pudimos confirmar su expediente',
  paragraphs: [
    'Control Escolar no pudo confirmar que el expediente con la CURP que indicó sea suyo:',
    motivo,
    'Su cuenta sigue funcionando y la foto de su identificación se eliminó. Al ingresar, en «Mi expediente», puede indicar otra CURP o intentarlo de nuevo.',
  ],
  action: ingresar(env),
  reason: POR_SU_CUENTA,
});

/** To the account that had a file which staff found to be somebody else's. */
export const expedienteRetiradoMail = (cuenta: Cuenta): Message => ({
  ...a(cuenta),
  subject: 'Su cuenta ya no tiene ese expediente',
  paragraphs: [
    'Control Escolar encontró que el expediente que estaba en su cuenta es de otra persona y se lo entregó. Su cuenta sigue funcionando, sin expediente.',
  ],
  notes: ['Si cree que es un error, comuníquese con Control Escolar.'],
  reason: POR_SU_CUENTA,
});

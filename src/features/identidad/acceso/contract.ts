import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { prueba } from '../cambios/contract.ts';
import { PASSWORD_MAX } from '../rules.ts';

const nothing = z.union([z.null(), z.strictObject({})]);
const done = z.object({ ok: z.literal(true) });

export const changePassword = callable({
  name: 'changePassword',
  summary:
    'Cambia la contraseña propia. Pide la actual y, con segundo factor, un código; la nueva no puede ser la misma. Termina las demás sesiones y avisa por correo.',
  input: z.strictObject({
    ...prueba,
    newPassword: z
      .string()
      .min(1)
      .max(PASSWORD_MAX * 4),
  }),
  output: done,
});

export const requestEmailChange = callable({
  name: 'requestEmailChange',
  summary:
    'Pide cambiar el correo propio: cambia cuando se abre el enlace que se envía al nuevo. Responde lo mismo tenga o no cuenta ese correo; lo explica el mensaje. Avisa al actual.',
  input: z.strictObject({ ...prueba, email: z.string().min(3).max(254) }),
  output: done,
});

export const confirmEmailChange = callable({
  name: 'confirmEmailChange',
  summary:
    'Cambia el correo propio con el código del enlace, desde una sesión de la misma cuenta. Termina las demás y avisa a los dos correos.',
  input: z.strictObject({ oobCode: z.string().min(1).max(200) }),
  output: z.object({ email: z.string() }),
});

export const getEmailChange = callable({
  name: 'getEmailChange',
  summary: 'El correo que se pidió y todavía no se confirma, o null.',
  input: nothing,
  output: z
    .object({
      email: z.string(),
      /** ISO instant until which its link serves. */
      venceEn: z.string(),
    })
    .nullable(),
});

export const cancelEmailChange = callable({
  name: 'cancelEmailChange',
  summary: 'Deja sin efecto el cambio de correo que se pidió; su enlace ya no sirve.',
  input: nothing,
  output: done,
});

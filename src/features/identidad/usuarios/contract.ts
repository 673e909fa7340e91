import { z } from 'zod';
import { ROLES } from '../../../platform/shared/actor.ts';
import { callable } from '../../../platform/shared/callable.ts';
import { desdeCursor, paginaDe } from '../../../platform/shared/cursor.ts';

const uid = z.string().min(1).max(60);
const done = z.object({ ok: z.literal(true) });

export const ORDENES = ['email', 'displayName', 'role', 'creadoEn', 'ultimoIngresoEn'] as const;
export const ESTADOS = ['activa', 'sinVerificar', 'deshabilitada'] as const;

const usuario = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.string(),
  role: z.enum(ROLES).nullable(),
  estado: z.enum(ESTADOS),
  emailVerified: z.boolean(),
  disabled: z.boolean(),
  segundoFactor: z.boolean(),
  /** Key of the person linked, or null. */
  clave: z.string().nullable(),
  /** ISO instants. */
  creadoEn: z.string(),
  ultimoIngresoEn: z.string().nullable(),
  /** ISO instant since when its address refuses mail; null: it does not. */
  rechazaCorreo: z.string().nullable(),
});
export type Usuario = z.infer<typeof usuario>;

export const listUsuarios = callable({
  name: 'listUsuarios',
  summary: 'Las cuentas, de una fila en adelante, con búsqueda, filtros y orden (Admin).',
  input: z.strictObject({
    /** Part of the email, the name or the person's key; accents and case do not count. */
    busqueda: z.string().max(100).optional(),
    role: z.enum([...ROLES, 'ninguno']).optional(),
    estado: z.enum(ESTADOS).optional(),
    /** Who lacks what it is ordered by (nobody entered yet) is at the end, whichever way. */
    orden: z.enum(ORDENES).default('creadoEn'),
    descendente: z.boolean().default(true),
    ...desdeCursor(),
  }),
  output: paginaDe(usuario).extend({
    /** Nothing has all the words: these only look like them. */
    parecidas: z.boolean(),
  }),
});

export const getUsuario = callable({
  name: 'getUsuario',
  summary: 'Una cuenta con sus sesiones abiertas (Admin).',
  input: z.strictObject({ uid }),
  output: usuario.extend({
    /** The latest used first. */
    sesiones: z.array(
      z.object({
        sid: z.string(),
        /** ISO instants. */
        desde: z.string(),
        ultimoUso: z.string(),
        direccion: z.string(),
        /** What its browser says of itself. */
        dispositivo: z.string(),
      }),
    ),
  }),
});

export type UsuarioConSesiones = z.infer<typeof getUsuario.output>;

export const setRoleUsuario = callable({
  name: 'setRoleUsuario',
  summary: 'Cambia el rol de una cuenta y termina sus sesiones (Admin).',
  input: z.strictObject({ uid, role: z.enum(ROLES).nullable() }),
  output: done,
});

export const setDisabledUsuario = callable({
  name: 'setDisabledUsuario',
  summary: 'Deshabilita una cuenta (y termina sus sesiones) o la habilita de nuevo (Admin).',
  input: z.strictObject({ uid, disabled: z.boolean() }),
  output: done,
});

export const sendVerificationUsuario = callable({
  name: 'sendVerificationUsuario',
  summary: 'Envía de nuevo el correo de verificación a una cuenta sin verificar (Admin).',
  input: z.strictObject({ uid }),
  output: done,
});

export const sendPasswordResetUsuario = callable({
  name: 'sendPasswordResetUsuario',
  summary: 'Envía a una cuenta el correo para restablecer la contraseña (Admin).',
  input: z.strictObject({ uid }),
  output: done,
});

export const endSesionesUsuario = callable({
  name: 'endSesionesUsuario',
  summary: 'Termina todas las sesiones de una cuenta (Admin).',
  input: z.strictObject({ uid }),
  output: z.object({ terminadas: z.number() }),
});

export const removeFactorUsuario = callable({
  name: 'removeFactorUsuario',
  summary: 'Quita el segundo factor a quien perdió su dispositivo y sus códigos (Admin).',
  input: z.strictObject({ uid, motivo: z.string().trim().min(5).max(500) }),
  output: done,
});

export const linkPersonaUsuario = callable({
  name: 'linkPersonaUsuario',
  summary: 'Vincula una cuenta con la persona de esa CURP o clave, o quita el vínculo (Admin).',
  input: z.strictObject({ uid, clave: z.string().max(60).nullable() }),
  output: done,
});

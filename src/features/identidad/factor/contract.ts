import { z } from 'zod';
import { ROLES } from '../../../platform/shared/actor.ts';
import { callable } from '../../../platform/shared/callable.ts';
import { prueba } from '../cambios/contract.ts';

const nothing = z.union([z.null(), z.strictObject({})]);
const done = z.object({ ok: z.literal(true) });
const codigo = z.string().min(6).max(40);
const recuperacion = z.object({ codigos: z.array(z.string()) });

export const getFactor = callable({
  name: 'getFactor',
  summary:
    'Si la cuenta tiene segundo factor, desde cuándo, y cuántos códigos de recuperación quedan.',
  input: nothing,
  output: z.object({
    activo: z.boolean(),
    desde: z.string().nullable(),
    codigosRestantes: z.number(),
    /** Whether the account's role demands it. */
    obligatorio: z.boolean(),
  }),
});

export const startFactor = callable({
  name: 'startFactor',
  summary:
    'Empieza a activar el segundo factor, o a cambiarlo por otro: el secreto, su dirección otpauth y su QR (SVG). Pide la contraseña y, si ya hay uno activo, un código de él.',
  input: z.strictObject(prueba),
  output: z.object({
    secreto: z.string(),
    otpauth: z.string(),
    qr: z.string(),
    /** The secret, sealed with the proof of who asked: given back to confirm. Nothing is kept until then. */
    boleto: z.string(),
  }),
});

export const confirmFactor = callable({
  name: 'confirmFactor',
  summary:
    'Activa el segundo factor con el primer código y entrega los códigos de recuperación. Termina las demás sesiones y avisa por correo.',
  input: z.strictObject({ boleto: z.string().max(1000), codigo }),
  output: recuperacion,
});

export const renewCodigosRecuperacion = callable({
  name: 'renewCodigosRecuperacion',
  summary:
    'Cambia los códigos de recuperación por otros nuevos. Termina las demás sesiones y avisa por correo.',
  input: z.strictObject(prueba),
  output: recuperacion,
});

export const disableFactor = callable({
  name: 'disableFactor',
  summary: 'Desactiva el segundo factor. Termina las demás sesiones y avisa por correo.',
  input: z.strictObject(prueba),
  output: done,
});

export const getPoliticaFactor = callable({
  name: 'getPoliticaFactor',
  summary: 'Los roles a los que se exige el segundo factor.',
  input: nothing,
  output: z.object({ roles: z.array(z.enum(ROLES)) }),
});

export const setPoliticaFactor = callable({
  name: 'setPoliticaFactor',
  summary: 'Fija los roles a los que se exige el segundo factor (Admin).',
  input: z.strictObject({ roles: z.array(z.enum(ROLES)).max(2) }),
  output: done,
});

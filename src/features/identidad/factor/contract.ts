import { z } from 'zod';
import { ROLES } from '../../../platform/shared/actor.ts';
import { callable } from '../../../platform/shared/callable.ts';

const nothing = z.union([z.null(), z.strictObject({})]);
const done = z.object({ ok: z.literal(true) });
const codigo = z.string().min(6).max(40);
const password = z.string().min(1).max(1024);
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
  summary: 'Empieza a activar el segundo factor: el secreto, su dirección otpauth y su QR (SVG).',
  input: nothing,
  output: z.object({
    secreto: z.string(),
    otpauth: z.string(),
    qr: z.string(),
    /** The secret, sealed: given back to confirm. Nothing is kept until then. */
    boleto: z.string(),
  }),
});

export const confirmFactor = callable({
  name: 'confirmFactor',
  summary: 'Activa el segundo factor con el primer código y entrega los códigos de recuperación.',
  input: z.strictObject({ boleto: z.string().max(1000), codigo }),
  output: recuperacion,
});

export const renewRecuperacion = callable({
  name: 'renewRecuperacion',
  summary: 'Cambia los códigos de recuperación por otros nuevos.',
  input: z.strictObject({ password, codigo }),
  output: recuperacion,
});

export const disableFactor = callable({
  name: 'disableFactor',
  summary: 'Desactiva el segundo factor.',
  input: z.strictObject({ password, codigo }),
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

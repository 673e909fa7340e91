import { z } from 'zod';
import { ROLES } from '../../../../platform/shared/actor.ts';
import { callable } from '../../../../platform/shared/callable.ts';
import { parteDe, resultadoLote } from '../../../../platform/shared/lotes.ts';
import { ESTADOS } from '../contract.ts';

export const ACCIONES = [
  'deshabilitar',
  'habilitar',
  'terminarSesiones',
  'reenviarVerificacion',
] as const;

/** Search and filters of the list of accounts. */
export const filtrosUsuarios = z.strictObject({
  busqueda: z.string().max(100).optional(),
  role: z.enum([...ROLES, 'ninguno']).optional(),
  estado: z.enum(ESTADOS).optional(),
});

export const applyToUsuarios = callable({
  name: 'applyToUsuarios',
  maxBytes: 96 * 1024,
  summary:
    'Hace lo mismo a varias cuentas, salvo la propia, y dice a cuáles no se pudo y por qué (Admin).',
  input: z.strictObject({ accion: z.enum(ACCIONES), parte: parteDe(filtrosUsuarios) }),
  output: resultadoLote,
});

export const getTotalUsuarios = callable({
  name: 'getTotalUsuarios',
  summary:
    'Cuántas cuentas muestra una búsqueda con sus filtros, antes de hacerles algo a todas (Admin).',
  input: filtrosUsuarios,
  output: z.object({ total: z.number() }),
});

import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { desdeCursor, paginaDe } from '../../../platform/shared/cursor.ts';

const notificacion = z.object({
  id: z.string(),
  /** It names nobody. */
  titulo: z.string(),
  /** Address within the portal; null: there is nothing to open. */
  enlace: z.string().nullable(),
  /** How many of the same came before it was read. */
  cuantas: z.number(),
  /** ISO instant of the last of them. */
  creadoEn: z.string(),
  leida: z.boolean(),
});
export type Notificacion = z.infer<typeof notificacion>;

const sinLeer = z.object({ sinLeer: z.number() });

export const getNotificacionesSinLeer = callable({
  name: 'getNotificacionesSinLeer',
  summary: 'Cuántas notificaciones propias están sin leer.',
  input: z.union([z.null(), z.strictObject({})]),
  output: sinLeer,
});

export const listNotificaciones = callable({
  name: 'listNotificaciones',
  summary: 'Las notificaciones propias, de la más reciente a la más antigua.',
  input: z.strictObject({ soloSinLeer: z.boolean().default(false), ...desdeCursor() }),
  output: paginaDe(notificacion),
});
export type ListNotificaciones = typeof listNotificaciones;

export const saveLecturaNotificaciones = callable({
  name: 'saveLecturaNotificaciones',
  summary:
    'Marca como leídas algunas notificaciones propias, las de un lugar del portal que se abrió, o todas hasta un momento.',
  input: z.union([
    z.strictObject({ ids: z.array(z.uuid()).min(1).max(200) }),
    z.strictObject({ enlace: z.string().startsWith('/').max(500) }),
    /** ISO instant of the newest that was seen: what came after it stays unread. */
    z.strictObject({ hasta: z.iso.datetime() }),
  ]),
  output: sinLeer,
});

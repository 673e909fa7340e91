import type { Anotacion } from '../contract.ts';
import type { selectAccesos, selectHistorial } from './data.ts';

type Row<F extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<F>>[number];

export const presentAnotacion = (row: Row<typeof selectHistorial>): Anotacion => ({
  id: row.id,
  momento: row.momento.toISOString(),
  actor:
    row.actor_uid === null
      ? null
      : {
          uid: row.actor_uid,
          nombre: row.actor_nombre ?? '',
          email: row.actor_email ?? '',
          role: row.actor_role,
        },
  accion: row.accion,
  entidad: row.entidad,
  entidadId: row.entidad_id,
  antes: row.antes as Anotacion['antes'],
  despues: row.despues as Anotacion['despues'],
  motivo: row.motivo,
  solicitudId: row.solicitud_id,
  origen: row.origen,
});

export const presentAcceso = (row: Row<typeof selectAccesos>) => ({
  momento: row.momento.toISOString(),
  accion: row.accion,
  quien: row.actor_nombre ?? 'Personal de la escuela',
  role: row.actor_role,
  motivo: row.motivo,
});

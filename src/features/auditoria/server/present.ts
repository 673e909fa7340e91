import { itemPath } from '../../catalogos/routes.ts';
import { usersPath } from '../../identidad/routes.ts';
import { personPath } from '../../personas/routes.ts';
import type { Anotacion } from '../contract.ts';
import type { selectAccesos, selectHistorial } from './data.ts';

type Row<F extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<F>>[number];

type HistorialRow = Row<typeof selectHistorial>;

/** What the record is called now and where it is read: the log itself only has its id. */
const registroOf = (row: HistorialRow): Pick<Anotacion, 'registro' | 'enlace'> => {
  if (row.registrada_email !== null) {
    const buscar = new URLSearchParams({ buscar: row.entidad_id });
    return { registro: row.registrada_email, enlace: `${usersPath}?${buscar}` };
  }
  if (row.item_catalogo !== null && row.item_clave !== null) {
    return { registro: row.item_nombre, enlace: itemPath(row.item_catalogo, row.item_clave) };
  }
  if (row.persona_clave !== null) {
    return { registro: row.persona_nombre, enlace: personPath(row.persona_clave) };
  }
  return { registro: null, enlace: null };
};

export const presentAnotacion = (row: HistorialRow): Anotacion => ({
  id: row.id,
  momento: row.momento.toISOString(),
  actor:
    row.actor_uid === null
      ? null
      : {
          uid: row.actor_uid,
          nombre: row.actor_nombre ?? '',
          role: row.actor_role,
          nombreDeHoy:
            row.actor_nombre_hoy === row.actor_nombre ? null : (row.actor_nombre_hoy ?? ''),
          email: row.actor_email ?? '',
        },
  accion: row.accion,
  entidad: row.entidad,
  entidadId: row.entidad_id,
  ...registroOf(row),
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

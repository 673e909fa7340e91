import type { Generated } from 'kysely';
import type { Trx } from '../../../platform/server/db/index.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    historial: {
      id: Generated<number>;
      momento: Generated<Date>;
      actor_uid: string | null;
      accion: string;
      entidad: string;
      entidad_id: string;
      antes: string | null;
      despues: string | null;
      motivo: string | null;
      solicitud_id: string | null;
    };
  }
}

/** One change of one record. Personal data go by reference (ids), not copied. */
export type Cambio = {
  /** Who did it; null for the system or a visitor. */
  actorUid: string | null;
  /** What was done, e.g. "inscripcion.enviar". */
  accion: string;
  /** Kind and id of the record. */
  entidad: string;
  entidadId: string;
  antes?: Record<string, unknown> | null;
  despues?: Record<string, unknown> | null;
  motivo?: string;
  /** The request that caused it, as in the log. */
  solicitudId?: string;
};

const json = (value: Record<string, unknown> | null | undefined) =>
  value == null ? null : JSON.stringify(value);

export const insertHistorial = async (trx: Trx, cambio: Cambio): Promise<void> => {
  await trx
    .insertInto('historial')
    .values({
      actor_uid: cambio.actorUid,
      accion: cambio.accion,
      entidad: cambio.entidad,
      entidad_id: cambio.entidadId,
      antes: json(cambio.antes),
      despues: json(cambio.despues),
      motivo: cambio.motivo ?? null,
      solicitud_id: cambio.solicitudId ?? null,
    })
    .execute();
};

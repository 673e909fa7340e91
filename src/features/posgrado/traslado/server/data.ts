import { sql } from 'kysely';
import { mayTake } from '../../../../platform/server/db/estados.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { CONVOCATORIA_DE } from '../../convocatorias/server/reading.ts';
import { PRESOLICITUD, SOLICITUD } from '../../estados.ts';
import type { PresolicitudTrasladable, SolicitudTrasladable } from '../rules.ts';

type Dicha = { personaId: string; curso: string; edicion: string };
export type PresolicitudRow = PresolicitudTrasladable & Dicha;
export type SolicitudRow = SolicitudTrasladable & Dicha & { folio: string | null };

const dicha = sql`t.id, t.persona_id as "personaId", t.convocatoria_id as "convocatoriaId", t.estado,
  t.actualizado_en as "actualizadoEn", c.nombre as curso, e.nombre as edicion`;

/** Every pre-application of these people; `lock` holds them until the transaction ends. */
export const selectPresolicitudesOf = async (
  trx: Trx,
  personaIds: readonly string[],
  lock: boolean,
): Promise<PresolicitudRow[]> => {
  const { rows } = await sql<PresolicitudRow>`
    select ${dicha} from presolicitudes t join ${CONVOCATORIA_DE.tables} on cv.id = t.convocatoria_id
    where t.persona_id = any(${personaIds}::uuid[]) order by t.creado_en, t.id
    ${lock ? sql`for update of t` : sql``}`.execute(trx);
  return rows;
};

/** Every application of these people. */
export const selectSolicitudesOf = async (
  trx: Trx,
  personaIds: readonly string[],
  lock: boolean,
): Promise<SolicitudRow[]> => {
  const { rows } = await sql<SolicitudRow>`
    select ${dicha}, t.presolicitud_id as "presolicitudId", t.folio
    from solicitudes t join ${CONVOCATORIA_DE.tables} on cv.id = t.convocatoria_id
    where t.persona_id = any(${personaIds}::uuid[]) order by t.creado_en, t.id
    ${lock ? sql`for update of t` : sql``}`.execute(trx);
  return rows;
};

/** Removes drafts, and annuls what was sent. */
export const dropPerdidas = async (
  trx: Trx,
  tabla: 'presolicitudes' | 'solicitudes',
  ids: { descartadas: readonly string[]; anuladas: readonly string[] },
  { motivo, ahora }: { motivo: string; ahora: Date },
): Promise<void> => {
  const maquina = tabla === 'presolicitudes' ? PRESOLICITUD : SOLICITUD;
  await sql`delete from ${sql.table(tabla)} where id = any(${ids.descartadas}::uuid[])
    and ${mayTake(maquina, 'descartar')}`.execute(trx);
  await sql`update ${sql.table(tabla)} set estado = ${maquina.pasos.anular.a}, motivo = ${motivo}, actualizado_en = ${ahora}
    where id = any(${ids.anuladas}::uuid[]) and ${mayTake(maquina, 'anular')}`.execute(trx);
};

export const moveSolicitudes = async (trx: Trx, de: string, a: string): Promise<void> => {
  await trx
    .updateTable('presolicitudes')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .execute();
  await trx
    .updateTable('solicitudes')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .execute();
};

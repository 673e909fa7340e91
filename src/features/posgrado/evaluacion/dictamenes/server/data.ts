import { sql } from 'kysely';
import { inEstado, mayTake } from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { ACTIVIDAD } from '../../../../cursos/server/reading.ts';
import {
  ASIGNACION,
  CONVOCATORIA,
  type EstadoAsignacion,
  type EstadoSolicitud,
  SOLICITUD,
} from '../../../estados.ts';

/** An assignment of somebody, with what it is of. */
export type PropiaRow = {
  id: string;
  estado: EstadoAsignacion;
  revision: number;
  /** Of whatever format, or null. */
  dictamen: unknown;
  creado_en: Date;
  entregada_en: Date | null;
  actualizado_en: Date;
  evaluador_id: string;
  solicitud_id: string;
  solicitud_estado: EstadoSolicitud;
  folio: string;
  etapa_id: string;
  etapa_orden: number;
  etapa_vence_en: Date | null;
  etapa_cerrada_en: Date | null;
  convocatoria_id: string;
  programa: string;
  edicion: string;
};

const COLUMNS = sql`a.id, a.estado, a.revision, a.dictamen, a.creado_en, a.entregada_en, a.actualizado_en, a.evaluador_id,
  a.solicitud_id, s.estado as solicitud_estado, s.folio, a.etapa_id, t.orden as etapa_orden, t.vence_en as etapa_vence_en,
  t.cerrada_en as etapa_cerrada_en, t.convocatoria_id, c.nombre as programa, e.nombre as edicion`;
const TABLES = sql`asignaciones a join evaluadores v on v.id = a.evaluador_id and v.baja_en is null
  join solicitudes s on s.id = a.solicitud_id join convocatoria_etapas t on t.id = a.etapa_id
  join convocatorias cv on cv.id = t.convocatoria_id join ${ACTIVIDAD.tables} on e.id = cv.edicion_id`;

/** The application is evaluated, or is evaluated again: none that was withdrawn. */
const COMPITE = sql<boolean>`${inEstado(SOLICITUD, 's.estado', 'enEvaluacion', 'noAdmitida', 'listaDeEspera', 'admitida', 'inscrita')}`;

/** What a person has to score, and delivered, in calls in force. */
export const selectPropias = async (db: Db, personaId: string): Promise<PropiaRow[]> => {
  const { rows } = await sql<PropiaRow>`
    select ${COLUMNS} from ${TABLES}
    where v.persona_id = ${personaId} and ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')}
      and ${inEstado(ASIGNACION, 'a.estado', 'pendiente', 'aceptada', 'entregada')} and ${COMPITE}
    order by t.vence_en nulls last, c.nombre, cv.id, t.orden, s.folio`.execute(db);
  return rows;
};

/** One of a person; undefined too when it was annulled. With `lock`, held until the transaction ends. */
export const findPropia = async (
  db: Db | Trx,
  { id, personaId }: { id: string; personaId: string | null },
  { lock = false } = {},
): Promise<PropiaRow | undefined> => {
  const { rows } = await sql<PropiaRow>`
    select ${COLUMNS} from ${TABLES}
    where a.id = ${id} and v.persona_id = ${personaId}
      and ${inEstado(ASIGNACION, 'a.estado', 'pendiente', 'aceptada', 'entregada')}
    ${lock ? sql`for update of a` : sql``}`.execute(db);
  return rows[0];
};

/** Calls in force in which somebody evaluates, with how many wait in their open stages, and until when the first does. */
export const countPendientes = async (
  db: Db,
  personaId: string,
): Promise<{ convocatoria_id: string; n: number; vence_en: Date | null }[]> => {
  const { rows } = await sql<{ convocatoria_id: string; n: number; vence_en: Date | null }>`
    select v.convocatoria_id, count(s.id)::int as n, min(t.vence_en) filter (where s.id is not null) as vence_en
    from evaluadores v join convocatorias cv on cv.id = v.convocatoria_id
    left join asignaciones a on a.evaluador_id = v.id and ${inEstado(ASIGNACION, 'a.estado', 'pendiente', 'aceptada')}
    left join convocatoria_etapas t on t.id = a.etapa_id and (t.cerrada_en is null or a.creado_en > t.cerrada_en)
    left join solicitudes s on s.id = a.solicitud_id and t.id is not null and ${COMPITE}
    where v.persona_id = ${personaId} and v.baja_en is null and ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')}
    group by v.convocatoria_id`.execute(db);
  return rows;
};

/** What was last sent in an application. */
export const findUltimoEnvio = async (
  db: Db | Trx,
  solicitudId: string,
): Promise<{ version_id: string; respuestas: unknown } | undefined> => {
  const { rows } = await sql<{ version_id: string; respuestas: unknown }>`
    select n.version_id, n.respuestas from posgrado_envios n where n.solicitud_id = ${solicitudId}
    order by n.numero desc limit 1`.execute(db);
  return rows[0];
};

/** Opens one; false when it is not waiting to be opened any more. */
export const updateAceptada = async (trx: Trx, id: string, en: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('asignaciones')
    .set({ estado: ASIGNACION.pasos.aceptar.a, aceptada_en: en, actualizado_en: en })
    .where('id', '=', id)
    .where(mayTake(ASIGNACION, 'aceptar'))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Saves the draft of that revision; null: it has another one, or is open no more. */
export const updateBorrador = async (
  trx: Trx,
  { id, revision, dictamen, en }: { id: string; revision: number; dictamen: string; en: Date },
): Promise<number | null> => {
  const row = await trx
    .updateTable('asignaciones')
    .set({ dictamen, revision: revision + 1, actualizado_en: en })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where(inEstado(ASIGNACION, 'estado', 'aceptada'))
    .returning('revision')
    .executeTakeFirst();
  return row?.revision ?? null;
};

/** Delivers it; false when it is open no more. */
export const updateEntregada = async (
  trx: Trx,
  { id, dictamen, en }: { id: string; dictamen: string; en: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('asignaciones')
    .set({ estado: ASIGNACION.pasos.entregar.a, dictamen, entregada_en: en, actualizado_en: en })
    .where('id', '=', id)
    .where(mayTake(ASIGNACION, 'entregar'))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

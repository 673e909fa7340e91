import { sql } from 'kysely';
import { inEstado, inGrupo, mayTake } from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import {
  ASIGNACION,
  type EstadoAsignacion,
  type EstadoSolicitud,
  HORARIO,
  SOLICITUD,
} from '../../../estados.ts';

export type AsignacionRow = {
  id: string;
  etapa_id: string;
  evaluador_id: string;
  solicitud_id: string;
  estado: EstadoAsignacion;
  tercera: boolean;
  motivo: string | null;
  asignada_por: string | null;
  creado_en: Date;
  entregada_en: Date | null;
  anulada_en: Date | null;
  anulada_motivo: string | null;
};

const COLUMNS = sql`a.id, a.etapa_id, a.evaluador_id, a.solicitud_id, a.estado, a.tercera, a.motivo, a.asignada_por,
  a.creado_en, a.entregada_en, a.anulada_en, a.anulada_motivo`;

/** All that was ever assigned in a stage, annulled ones too; of one application if said. */
export const selectAsignaciones = async (
  db: Db | Trx,
  etapaId: string,
  solicitudId: string | null = null,
): Promise<AsignacionRow[]> => {
  const { rows } = await sql<AsignacionRow>`
    select ${COLUMNS} from asignaciones a
    where a.etapa_id = ${etapaId} and (${solicitudId}::uuid is null or a.solicitud_id = ${solicitudId}::uuid)
    order by a.tercera, a.creado_en, a.id`.execute(db);
  return rows;
};

/** The live ones of an evaluator, or of one with an application, in any stage. */
export const selectVivasDe = async (
  db: Db | Trx,
  de: { evaluadorId: string; solicitudId?: string },
): Promise<AsignacionRow[]> => {
  const { rows } = await sql<AsignacionRow>`
    select ${COLUMNS} from asignaciones a
    where a.evaluador_id = ${de.evaluadorId} and ${inGrupo(ASIGNACION, 'vivas', 'a.estado')}
      and (${de.solicitudId ?? null}::uuid is null or a.solicitud_id = ${de.solicitudId ?? null}::uuid)
    order by a.id`.execute(db);
  return rows;
};

/** One, held until the transaction ends. */
export const lockAsignacion = async (trx: Trx, id: string): Promise<AsignacionRow | undefined> => {
  const { rows } = await sql<AsignacionRow>`
    select ${COLUMNS} from asignaciones a where a.id = ${id} for update`.execute(trx);
  return rows[0];
};

/** Holds an application until the transaction ends: whoever scores, replaces and withdraws it takes turns. */
export const lockSolicitud = async (
  trx: Trx,
  id: string,
): Promise<
  { id: string; persona_id: string; folio: string; estado: EstadoSolicitud } | undefined
> => {
  const { rows } = await sql<{
    id: string;
    persona_id: string;
    folio: string;
    estado: EstadoSolicitud;
  }>`select s.id, s.persona_id, s.folio, s.estado from solicitudes s where s.id = ${id} for update`.execute(
    trx,
  );
  return rows[0];
};

/** The applications of a call that are evaluated, by folio. */
export const selectEnEvaluacion = async (
  db: Db | Trx,
  convocatoriaId: string,
): Promise<{ id: string; folio: string; persona_id: string }[]> => {
  const { rows } = await sql<{ id: string; folio: string; persona_id: string }>`
    select s.id, s.folio, s.persona_id from solicitudes s
    where s.convocatoria_id = ${convocatoriaId} and ${inEstado(SOLICITUD, 's.estado', 'enEvaluacion')}
    order by s.folio`.execute(db);
  return rows;
};

/** Writes these; gives what was written, without those that were there already. */
export const insertAsignaciones = async (
  trx: Trx,
  nuevas: readonly { solicitudId: string; evaluadorId: string }[],
  row: { etapaId: string; tercera: boolean; motivo: string | null; por: string | null; en: Date },
): Promise<{ id: string; evaluador_id: string }[]> => {
  const { rows } = await sql<{ id: string; evaluador_id: string }>`
    insert into asignaciones (etapa_id, evaluador_id, solicitud_id, estado, tercera, motivo, asignada_por, creado_en,
      actualizado_en)
    select ${row.etapaId}, n."evaluadorId", n."solicitudId", ${ASIGNACION.pasos.asignar.a}, ${row.tercera}, ${row.motivo},
      ${row.por}, ${row.en}, ${row.en}
    from jsonb_to_recordset(${JSON.stringify(nuevas)}::jsonb) as n("evaluadorId" uuid, "solicitudId" uuid)
    on conflict do nothing returning id, evaluador_id`.execute(trx);
  return rows;
};

/** Annuls these, those that are live; gives what was annulled. */
export const updateAnuladas = async (
  trx: Trx,
  ids: readonly string[],
  { motivo, en }: { motivo: string; en: Date },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update asignaciones set estado = ${ASIGNACION.pasos.anular.a}, anulada_en = ${en}, anulada_motivo = ${motivo},
      actualizado_en = ${en}
    where id = any(${ids}::uuid[]) and ${mayTake(ASIGNACION, 'anular')} returning id`.execute(trx);
  return rows.map(({ id }) => id);
};

/** Keeps the seed of a stage's draw, unless it has one; gives the one that it has. */
export const saveSemilla = async (
  trx: Trx,
  etapaId: string,
  semilla: string,
): Promise<{ semilla: string; nueva: boolean }> => {
  const { rows } = await sql<{ semilla: string }>`
    update convocatoria_etapas set semilla = ${semilla} where id = ${etapaId} and semilla is null
    returning semilla`.execute(trx);
  if (rows[0]) return { semilla, nueva: true };
  const known = await sql<{ semilla: string }>`
    select semilla from convocatoria_etapas where id = ${etapaId}`.execute(trx);
  return { semilla: known.rows[0]!.semilla, nueva: false };
};

/** The panel of each application's interview in a stage. */
export const selectPaneles = async (
  db: Db | Trx,
  etapaId: string,
): Promise<{ solicitud_id: string; panel: string[] }[]> => {
  const { rows } = await sql<{ solicitud_id: string; panel: string[] }>`
    select h.solicitud_id, h.panel from horarios h
    where h.etapa_id = ${etapaId} and h.solicitud_id is not null
      and ${inEstado(HORARIO, 'h.estado', 'reservado', 'realizado')}`.execute(db);
  return rows;
};

/** Live assignments in calls in force, of applications that are evaluated no more. */
export const selectHuerfanas = async (db: Db | Trx, convocatoriaId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select a.id from asignaciones a join solicitudes s on s.id = a.solicitud_id
    where s.convocatoria_id = ${convocatoriaId} and ${inEstado(ASIGNACION, 'a.estado', 'pendiente', 'aceptada')}
      and ${inEstado(SOLICITUD, 's.estado', 'borrador', 'enviada', 'desistida', 'vencida', 'anulada')}
    order by a.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** The applications that somebody has or had to score in a stage, but for annulled assignments; by folio. */
export const selectConAsignacion = async (
  db: Db | Trx,
  etapaId: string,
): Promise<{ id: string; folio: string; persona_id: string }[]> => {
  const { rows } = await sql<{ id: string; folio: string; persona_id: string }>`
    select s.id, s.folio, s.persona_id from solicitudes s
    where exists (select from asignaciones a where a.solicitud_id = s.id and a.etapa_id = ${etapaId}
      and ${inGrupo(ASIGNACION, 'vivas', 'a.estado')})
    order by s.folio`.execute(db);
  return rows;
};

/** Id of the call of an assignment, of the person who scores it and of whoever it is of. */
export const findDeQuien = async (
  db: Db | Trx,
  id: string,
): Promise<
  | {
      convocatoria_id: string;
      solicitud_id: string;
      evaluador_persona_id: string;
      persona_id: string;
    }
  | undefined
> => {
  const { rows } = await sql<{
    convocatoria_id: string;
    solicitud_id: string;
    evaluador_persona_id: string;
    persona_id: string;
  }>`
    select s.convocatoria_id, s.id as solicitud_id, v.persona_id as evaluador_persona_id, s.persona_id
    from asignaciones a join solicitudes s on s.id = a.solicitud_id join evaluadores v on v.id = a.evaluador_id
    where a.id = ${id}`.execute(db);
  return rows[0];
};

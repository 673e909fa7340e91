import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado, inGrupo, mayTake, notInGrupo } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { ActividadRow } from '../../../cursos/server/reading.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { CONVOCATORIA_DE } from '../../convocatorias/server/reading.ts';
import { FILA, type FilaRow, type Tecleado } from '../../envios/server/reading.ts';
import {
  ASIGNACION,
  CONVOCATORIA,
  type EstadoPresolicitud,
  type EstadoSolicitud,
  PRESOLICITUD,
  RECOMENDACION,
  SOLICITUD,
} from '../../estados.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    solicitudes: {
      id: Generated<string>;
      /** Null once its data were erased (`depurada_en`): whatever reads a form joins its person, and finds none of these. */
      persona_id: string;
      depurada_en: ColumnType<Date | null, never, Date>;
      convocatoria_id: string;
      presolicitud_id: string;
      /** By what evaluators and the public results know it. */
      folio: ColumnType<string | null, string | null | undefined, string | null>;
      estado: EstadoSolicitud;
      respuestas: ColumnType<Respuestas, string | undefined, string>;
      sensibles: ColumnType<string | null, string | null | undefined, string | null>;
      /** Keys of the fields whose answer is to be saved in the file too. */
      guardar: Generated<string[]>;
      /** When the draft was last saved; null: everything that was typed has been sent. */
      guardado_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      enviada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      /** Keys of the quotas whose seats the person may take, decided when it was sent. */
      cupos: Generated<string[]>;
      afirmativa: Generated<boolean>;
      antiguedad_dias: ColumnType<number | null, number | null | undefined, number | null>;
      motivo: ColumnType<string | null, string | null | undefined, string | null>;
      inscripcion_id: ColumnType<string | null, string | null | undefined, string | null>;
      creado_en: Date;
      actualizado_en: Date;
    };
  }
}

/** An application with its person, account, course and edition. */
export type SolicitudRow = FilaRow<EstadoSolicitud> & {
  presolicitud_id: string;
  /** Without hyphens: it is shown by `formatFolio`. */
  folio: string | null;
  cupos: string[];
  afirmativa: boolean;
  antiguedad_dias: number | null;
  inscripcion_id: string | null;
};

const SOLICITUDES = sql`select ${FILA.columns}, t.presolicitud_id, t.folio, t.cupos, t.afirmativa, t.antiguedad_dias,
  t.inscripcion_id from ${FILA.tables('solicitudes')}`;

/** One by its id; with `lock`, held until the transaction ends. */
export const findSolicitud = async (
  db: Db | Trx,
  id: string,
  { lock = false } = {},
): Promise<SolicitudRow | undefined> => {
  const { rows } = await sql<SolicitudRow>`${SOLICITUDES} where t.id = ${id}
    ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0];
};

/** Somebody's one in a call: the live one, otherwise the last; with `lock`, held until the transaction ends. */
export const findSolicitudDe = async (
  db: Db | Trx,
  { personaId, convocatoriaId }: { personaId: string; convocatoriaId: string },
  { lock = false } = {},
): Promise<SolicitudRow | undefined> => {
  const { rows } = await sql<SolicitudRow>`${SOLICITUDES}
    where t.persona_id = ${personaId} and t.convocatoria_id = ${convocatoriaId}
    order by ${inGrupo(SOLICITUD, 'cerradas', 't.estado')}, t.creado_en desc, t.id limit 1
    ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0];
};

/** The valid pre-application that opens this step, kept so until the transaction ends; undefined: there is none. */
export const shareValida = async (
  trx: Trx,
  { personaId, convocatoriaId }: { personaId: string; convocatoriaId: string },
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`select p.id from presolicitudes p
    where p.persona_id = ${personaId} and p.convocatoria_id = ${convocatoriaId}
      and ${inEstado(PRESOLICITUD, 'p.estado', 'valida')} for share`.execute(trx);
  return rows[0]?.id;
};

/** The live pre-application, otherwise the last one. */
export const findPresolicitudDe = async (
  db: Db,
  { personaId, convocatoriaId }: { personaId: string; convocatoriaId: string },
): Promise<{ id: string; estado: EstadoPresolicitud } | undefined> => {
  const { rows } = await sql<{
    id: string;
    estado: EstadoPresolicitud;
  }>`select p.id, p.estado from presolicitudes p
    where p.persona_id = ${personaId} and p.convocatoria_id = ${convocatoriaId}
    order by ${inGrupo(PRESOLICITUD, 'cerradas', 'p.estado')}, p.creado_en desc, p.id limit 1`.execute(
    db,
  );
  return rows[0];
};

/** Begins one, as a draft; false when its person has a live one there. */
export const insertSolicitud = async (
  trx: Trx,
  fila: {
    id: string;
    personaId: string;
    convocatoriaId: string;
    presolicitudId: string;
    ahora: Date;
  },
  tecleado: Tecleado | null,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('solicitudes')
    .values({
      id: fila.id,
      persona_id: fila.personaId,
      convocatoria_id: fila.convocatoriaId,
      presolicitud_id: fila.presolicitudId,
      estado: SOLICITUD.pasos.empezar.a,
      creado_en: fila.ahora,
      actualizado_en: fila.ahora,
      ...(tecleado && {
        respuestas: tecleado.respuestas,
        sensibles: tecleado.sensibles,
        guardar: [...(tecleado.guardar ?? [])],
        guardado_en: tecleado.ahora,
      }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** How many referees of an application count, and how many letters were received. */
export const countRecomendaciones = async (
  db: Db | Trx,
  solicitudId: string,
): Promise<{ vivas: number; recibidas: number; perdidas: number }> => {
  const { rows } = await sql<{ vivas: number; recibidas: number; perdidas: number }>`
    select count(*) filter (where ${inGrupo(RECOMENDACION, 'vivas', 'r.estado')})::int as vivas,
      count(*) filter (where ${inEstado(RECOMENDACION, 'r.estado', 'recibida')})::int as recibidas,
      count(*) filter (where ${inGrupo(RECOMENDACION, 'perdidas', 'r.estado')} and not exists (select from recomendaciones o
        where o.reemplaza_a = r.id))::int as perdidas
    from recomendaciones r where r.solicitud_id = ${solicitudId}`.execute(db);
  return rows[0]!;
};

/** The first application fixes what the call computes results with: true when this is the first. The call is held (`lock`). */
export const freezeConvocatoria = async (trx: Trx, id: string, en: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('convocatorias')
    .set({ congelada_en: en })
    .where('id', '=', id)
    .where('congelada_en', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** When the results that include it were published; null: they were not. */
export const findPublicada = async (db: Db, convocatoriaId: string): Promise<Date | null> => {
  const { rows } = await sql<{ publicado_en: Date }>`select p.publicado_en from publicaciones p
    where p.convocatoria_id = ${convocatoriaId} order by p.publicado_en desc limit 1`.execute(db);
  return rows[0]?.publicado_en ?? null;
};

/** Sent ones whose call stopped receiving applications before an instant. */
export const selectPorEvaluar = async (db: Db, antes: Date): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select t.id from solicitudes t join convocatorias cv on cv.id = t.convocatoria_id
    where ${inEstado(SOLICITUD, 't.estado', 'enviada')} and ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')}
      and cv.solicitud_cierra <= ${antes}
    order by t.convocatoria_id, t.id limit 500`.execute(db);
  return rows.map(({ id }) => id);
};

/** Annuls the assignments that were not delivered: nobody opens the application any more. */
export const annulAsignacionesDe = async (
  trx: Trx,
  solicitudId: string,
  { motivo, ahora }: { motivo: string; ahora: Date },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`update asignaciones
    set estado = ${ASIGNACION.pasos.anular.a}, anulada_en = ${ahora}, anulada_motivo = ${motivo}, actualizado_en = ${ahora}
    where solicitud_id = ${solicitudId} and ${inEstado(ASIGNACION, 'estado', 'pendiente', 'aceptada')} returning id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
};

/** Cancels the letters that were not received, without a letter to their referees. */
export const cancelRecomendacionesDe = async (
  trx: Trx,
  solicitudId: string,
  ahora: Date,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`update recomendaciones
    set estado = ${RECOMENDACION.pasos.cancelar.a}, clave_hash = null, actualizado_en = ${ahora}
    where solicitud_id = ${solicitudId} and ${mayTake(RECOMENDACION, 'cancelar')} returning id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
};

/** For the home of an applicant: drafts while they may be sent, and valid pre-applications without an application. */
export type PendienteRow = Pick<ActividadRow, 'curso_nombre' | 'edicion_nombre'> & {
  convocatoria_id: string;
  hasta: Date;
  empezada: boolean;
};
export const selectPendientes = async (
  db: Db,
  { personaId, ahora }: { personaId: string; ahora: Date },
): Promise<PendienteRow[]> => {
  const { rows } = await sql<PendienteRow>`
    select c.nombre as curso_nombre, e.nombre as edicion_nombre, cv.id as convocatoria_id, cv.solicitud_cierra as hasta,
      s.id is not null as empezada
    from presolicitudes p join ${CONVOCATORIA_DE.tables} on cv.id = p.convocatoria_id
    left join solicitudes s on s.persona_id = p.persona_id and s.convocatoria_id = cv.id
      and ${notInGrupo(SOLICITUD, 'cerradas', 's.estado')}
    where p.persona_id = ${personaId} and ${inEstado(PRESOLICITUD, 'p.estado', 'valida')}
      and ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')} and cv.solicitud_abre <= ${ahora} and cv.solicitud_cierra > ${ahora}
      and (s.id is null or ${inEstado(SOLICITUD, 's.estado', 'borrador')})
      -- Withdrawn for good, excluded or lapsed: nothing waits.
      and not exists (select from solicitudes o where o.persona_id = p.persona_id and o.convocatoria_id = cv.id
        and ${inGrupo(SOLICITUD, 'cerradas', 'o.estado')})
    order by cv.solicitud_cierra, cv.id`.execute(db);
  return rows;
};

import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado, inGrupo, mayTake, notInGrupo } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { ActividadRow } from '../../../cursos/server/reading.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import {
  CONVOCATORIA_DE,
  type ConvocatoriaRow,
  readBases,
} from '../../convocatorias/server/reading.ts';
import { FILA, type FilaRow, type Tecleado } from '../../envios/server/reading.ts';
import {
  CONVOCATORIA,
  type EstadoObservacion,
  type EstadoPresolicitud,
  type EstadoSolicitud,
  OBSERVACION,
  PRESOLICITUD,
  SOLICITUD,
} from '../../estados.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    presolicitudes: {
      id: Generated<string>;
      /** Null once its data were erased (`depurada_en`): whatever reads a form joins its person, and finds none of these. */
      persona_id: string;
      depurada_en: ColumnType<Date | null, never, Date>;
      convocatoria_id: string;
      estado: EstadoPresolicitud;
      /** Without the sensitive ones. */
      respuestas: ColumnType<Respuestas, string | undefined, string>;
      /** The sensitive answers, sealed with the id. */
      sensibles: ColumnType<string | null, string | null | undefined, string | null>;
      /** Keys of the fields whose answer is to be saved in the file too. */
      guardar: Generated<string[]>;
      /** When the draft was last saved; null: everything that was typed has been sent. */
      guardado_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      enviada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      decidida_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      decidida_por: ColumnType<string | null, string | null | undefined, string | null>;
      motivo: ColumnType<string | null, string | null | undefined, string | null>;
      /** Last instant to answer the observations. */
      vence_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      creado_en: Date;
      actualizado_en: Date;
    };
    presolicitudes_turnos: { presolicitud_id: string; uid: string; vence_en: Date };
    observaciones: {
      id: Generated<string>;
      presolicitud_id: string;
      estado: EstadoObservacion;
      ronda: number;
      /** Key of the field of the form or of the rule that it is about. */
      requisito: string;
      titulo: string;
      texto: string;
      respuesta: ColumnType<string | null, string | null | undefined, string | null>;
      respondida_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      creada_por: string;
      creado_en: Date;
    };
    requisitos_validados: {
      presolicitud_id: string;
      envio_numero: number;
      requisito: string;
      validado_por: string;
      creado_en: Date;
    };
  }
}

/** A pre-application with its person, account, course and edition. */
export type PresolicitudRow = FilaRow<EstadoPresolicitud> & {
  decidida_en: Date | null;
  decidida_por: string | null;
  vence_en: Date | null;
};

const PRESOLICITUDES = sql`select ${FILA.columns}, t.decidida_en, t.decidida_por, t.vence_en
  from ${FILA.tables('presolicitudes')}`;

/** One by its id; with `lock`, held until the transaction ends. */
export const findPresolicitud = async (
  db: Db | Trx,
  id: string,
  { lock = false } = {},
): Promise<PresolicitudRow | undefined> => {
  const { rows } = await sql<PresolicitudRow>`${PRESOLICITUDES} where t.id = ${id}
    ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0];
};

/** Somebody's one in a call: the live one, otherwise the last; with `lock`, held until the transaction ends. */
export const findPresolicitudDe = async (
  db: Db | Trx,
  { personaId, convocatoriaId }: { personaId: string; convocatoriaId: string },
  { lock = false } = {},
): Promise<PresolicitudRow | undefined> => {
  const { rows } = await sql<PresolicitudRow>`${PRESOLICITUDES}
    where t.persona_id = ${personaId} and t.convocatoria_id = ${convocatoriaId}
    order by ${inGrupo(PRESOLICITUD, 'cerradas', 't.estado')}, t.creado_en desc, t.id limit 1
    ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0];
};

/** Begins one, as a draft; false when its person has a live one there. */
export const insertPresolicitud = async (
  trx: Trx,
  fila: { id: string; personaId: string; convocatoriaId: string; ahora: Date },
  tecleado: Tecleado | null,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('presolicitudes')
    .values({
      id: fila.id,
      persona_id: fila.personaId,
      convocatoria_id: fila.convocatoriaId,
      estado: PRESOLICITUD.pasos.empezar.a,
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

export type ObservacionRow = {
  id: string;
  presolicitud_id: string;
  estado: EstadoObservacion;
  ronda: number;
  requisito: string;
  titulo: string;
  texto: string;
  respuesta: string | null;
  respondida_en: Date | null;
  creado_en: Date;
};

/** Observations of one, in the order in which they were made. */
export const selectObservaciones = (
  db: Db | Trx,
  presolicitudId: string,
): Promise<ObservacionRow[]> =>
  db
    .selectFrom('observaciones')
    .select(['id', 'presolicitud_id', 'estado', 'ronda', 'requisito', 'titulo', 'texto'])
    .select(['respuesta', 'respondida_en', 'creado_en'])
    .where('presolicitud_id', '=', presolicitudId)
    .orderBy('ronda')
    .orderBy('creado_en')
    .orderBy('id')
    .execute();

/** Whose pre-application an observation is of. */
export const findObservacion = (
  db: Db | Trx,
  id: string,
): Promise<{ presolicitud_id: string } | undefined> =>
  db.selectFrom('observaciones').select('presolicitud_id').where('id', '=', id).executeTakeFirst();

/** Writes the answer to an observation that may have one. */
export const updateRespuesta = async (
  trx: Trx,
  id: string,
  { respuesta, ahora }: { respuesta: string; ahora: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('observaciones')
    .set({ estado: OBSERVACION.pasos.responder.a, respuesta, respondida_en: ahora })
    .where('id', '=', id)
    .where((eb) => eb.or([mayTake(OBSERVACION, 'responder'), mayTake(OBSERVACION, 'corregir')]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** The application that hangs from it and still counts; undefined: none. */
export const findSolicitudViva = async (
  db: Db | Trx,
  { personaId, convocatoriaId }: { personaId: string; convocatoriaId: string },
): Promise<{ id: string; estado: EstadoSolicitud } | undefined> => {
  const { rows } = await sql<{ id: string; estado: EstadoSolicitud }>`
    select s.id, s.estado from solicitudes s where s.persona_id = ${personaId} and s.convocatoria_id = ${convocatoriaId}
      and ${notInGrupo(SOLICITUD, 'cerradas', 's.estado')}`.execute(db);
  return rows[0];
};

/** Those whose term to answer observations ended before an instant, the oldest first. */
export const selectVencidas = async (db: Db, antes: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select t.id from presolicitudes t
    where ${inEstado(PRESOLICITUD, 't.estado', 'conObservaciones')} and t.vence_en <= ${antes}
    order by t.vence_en, t.id limit 500`.execute(db);
  return rows.map(({ id }) => id);
};

/** A call for the list, with what its reader has in it. */
export type AbiertaRow = ConvocatoriaRow & {
  presolicitud_id: string | null;
  presolicitud_estado: EstadoPresolicitud | null;
  presolicitud_vence_en: Date | null;
  solicitud_id: string | null;
  solicitud_estado: EstadoSolicitud | null;
  solicitud_folio: string | null;
};

/** Published calls that receive pre-applications now or later, and those where somebody takes part. */
export const selectAbiertas = async (
  db: Db,
  { personaId, ahora }: { personaId: string; ahora: Date },
): Promise<AbiertaRow[]> => {
  const { rows } = await sql<AbiertaRow>`
    select ${CONVOCATORIA_DE.columns}, p.id as presolicitud_id, p.estado as presolicitud_estado,
      p.vence_en as presolicitud_vence_en, s.id as solicitud_id, s.estado as solicitud_estado, s.folio as solicitud_folio
    from ${CONVOCATORIA_DE.tables}
    left join lateral (select p.* from presolicitudes p where p.persona_id = ${personaId} and p.convocatoria_id = cv.id
      order by ${inGrupo(PRESOLICITUD, 'cerradas', 'p.estado')}, p.creado_en desc, p.id limit 1) p on true
    left join lateral (select s.* from solicitudes s where s.persona_id = ${personaId} and s.convocatoria_id = cv.id
      order by ${inGrupo(SOLICITUD, 'cerradas', 's.estado')}, s.creado_en desc, s.id limit 1) s on true
    where cv.publicada_en is not null and (p.id is not null
      or (${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')} and cv.presolicitud_cierra > ${ahora}))
    order by cv.presolicitud_cierra, c.nombre, cv.id limit 100`.execute(db);
  return rows.map(readBases);
};

/** What waits for its person in one: a draft while it may be sent, or observations while they may be answered. */
export type PendienteRow = Pick<ActividadRow, 'curso_nombre' | 'edicion_nombre'> & {
  convocatoria_id: string;
  estado: EstadoPresolicitud;
  hasta: Date;
  pendientes: number;
};
export const selectPendientes = async (
  db: Db,
  { personaId, ahora }: { personaId: string; ahora: Date },
): Promise<PendienteRow[]> => {
  const { rows } = await sql<PendienteRow>`
    select c.nombre as curso_nombre, e.nombre as edicion_nombre, t.convocatoria_id, t.estado,
      coalesce(t.vence_en, cv.presolicitud_cierra) as hasta,
      (select count(*)::int from observaciones o where o.presolicitud_id = t.id
        and ${inEstado(OBSERVACION, 'o.estado', 'pendiente')}) as pendientes
    from presolicitudes t join ${CONVOCATORIA_DE.tables} on cv.id = t.convocatoria_id
    where t.persona_id = ${personaId} and ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')}
      and ${inEstado(PRESOLICITUD, 't.estado', 'borrador', 'conObservaciones')}
      and coalesce(t.vence_en, cv.presolicitud_cierra) > ${ahora}
    order by hasta, t.id`.execute(db);
  return rows;
};

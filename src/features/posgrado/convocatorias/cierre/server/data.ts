import { sql } from 'kysely';
import {
  inEstado,
  inGrupo,
  mayTake,
  notInGrupo,
} from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { ACTIVIDAD } from '../../../../cursos/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../../personas/server/reading.ts';
import {
  CONVOCATORIA,
  EXCLUSION,
  HORARIO,
  INCONFORMIDAD,
  MODIFICACION,
  PRESOLICITUD,
  RANKING,
  SOLICITUD,
} from '../../../estados.ts';
import type { PorConcluir } from '../../rules.ts';

/** Ends a published call; false when it is not published any more. */
export const updateCierre = async (
  trx: Trx,
  id: string,
  cierre: { paso: 'cancelar'; motivo: string } | { paso: 'concluir' },
  en: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('convocatorias')
    .set({
      estado: CONVOCATORIA.pasos[cierre.paso].a,
      actualizado_en: en,
      ...(cierre.paso === 'cancelar'
        ? { cancelada_en: en, cancelada_motivo: cierre.motivo }
        : { concluida_en: en }),
    })
    .where('id', '=', id)
    .where(mayTake(CONVOCATORIA, cierre.paso))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** What waited in a call for somebody of the staff waits no more: proposals, open slots, rankings that were not published. */
export const closeTramites = async (
  trx: Trx,
  convocatoriaId: string,
  { por, en }: { por: string; en: Date },
): Promise<void> => {
  const retirada = sql`estado = ${MODIFICACION.pasos.retirar.a}, decidida_por = ${por}, decidida_en = ${en}`;
  await sql`update convocatoria_modificaciones m set ${retirada}
    where m.convocatoria_id = ${convocatoriaId} and ${mayTake(MODIFICACION, 'retirar', 'm.estado')}`.execute(
    trx,
  );
  await sql`update exclusiones x set ${retirada} from solicitudes s
    where s.id = x.solicitud_id and s.convocatoria_id = ${convocatoriaId} and ${mayTake(EXCLUSION, 'retirar', 'x.estado')}`.execute(
    trx,
  );
  await sql`update horarios h set estado = ${HORARIO.pasos.cancelar.a}, actualizado_en = ${en}
    from convocatoria_etapas t where t.id = h.etapa_id and t.convocatoria_id = ${convocatoriaId}
      and ${inEstado(HORARIO, 'h.estado', 'abierto')}`.execute(trx);
  await sql`update rankings r set estado = ${RANKING.pasos.sustituir.a}
    where r.convocatoria_id = ${convocatoriaId} and ${inEstado(RANKING, 'r.estado', 'calculado', 'aprobado')}`.execute(
    trx,
  );
};

/** Applications of a call that are still to be annulled. */
export const selectSolicitudesVivas = async (
  db: Db,
  convocatoriaId: string,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select s.id from solicitudes s
    where s.convocatoria_id = ${convocatoriaId} and ${mayTake(SOLICITUD, 'anular', 's.estado')}
    order by s.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Pre-applications that are still to be annulled; `avisada`: its person was told with their application. */
export const selectPresolicitudesVivas = async (
  db: Db,
  convocatoriaId: string,
  limit: number,
): Promise<{ id: string; avisada: boolean }[]> => {
  const { rows } = await sql<{ id: string; avisada: boolean }>`
    select p.id, exists (select from solicitudes s where s.presolicitud_id = p.id
      and ${inEstado(SOLICITUD, 's.estado', 'anulada')}) as avisada
    from presolicitudes p
    where p.convocatoria_id = ${convocatoriaId} and ${mayTake(PRESOLICITUD, 'anular', 'p.estado')}
    order by p.id limit ${limit}`.execute(db);
  return rows;
};

/** People who only have a draft of a pre-application in a call, after one of them (null: from the first). */
export const selectConBorrador = async (
  db: Db,
  convocatoriaId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<(PersonaRow & { persona_id: string })[]> => {
  const { rows } = await sql<PersonaRow & { persona_id: string }>`
    select pe.id as persona_id, ${PERSONA.columns} from ${PERSONA.tables}
    where exists (select from presolicitudes p where p.persona_id = pe.id and p.convocatoria_id = ${convocatoriaId}
        and ${inEstado(PRESOLICITUD, 'p.estado', 'borrador')})
      ${after === null ? sql`` : sql`and pe.id > ${after}::uuid`}
    order by pe.id limit ${limit}`.execute(db);
  return rows;
};

/** Cancelled calls in which something is still alive. */
export const selectPorAnular = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select cv.id from convocatorias cv
    where ${inEstado(CONVOCATORIA, 'cv.estado', 'cancelada')} and (
      exists (select from solicitudes s where s.convocatoria_id = cv.id and ${mayTake(SOLICITUD, 'anular', 's.estado')})
      or exists (select from presolicitudes p where p.convocatoria_id = cv.id and ${mayTake(PRESOLICITUD, 'anular', 'p.estado')}))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/** Published calls whose edition has begun. */
export const selectComenzadas = async (db: Db, hoy: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select cv.id from convocatorias cv
    join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
    where ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')} and e.inicia <= ${hoy}`.execute(db);
  return rows.map(({ id }) => id);
};

/** What keeps a call from being concluded. */
export const findPorConcluir = async (
  db: Db | Trx,
  convocatoriaId: string,
): Promise<PorConcluir> => {
  const { rows } = await sql<PorConcluir>`select
    exists (select from rankings r where r.convocatoria_id = ${convocatoriaId}
      and ${inEstado(RANKING, 'r.estado', 'publicado')}) as "conResultados",
    (select count(*)::int from presolicitudes p where p.convocatoria_id = ${convocatoriaId}
      and ${inEstado(PRESOLICITUD, 'p.estado', 'enviada', 'conObservaciones')}) as "presolicitudesPorDecidir",
    (select count(*)::int from solicitudes s where s.convocatoria_id = ${convocatoriaId}
      and ${notInGrupo(SOLICITUD, 'cerradas', 's.estado')}
      and not ${inEstado(SOLICITUD, 's.estado', 'borrador', 'inscrita')}) as "solicitudesVivas",
    (select count(*)::int from inconformidades i where i.convocatoria_id = ${convocatoriaId}
      and ${inGrupo(INCONFORMIDAD, 'abiertas', 'i.estado')}) as "inconformidadesAbiertas"`.execute(
    db,
  );
  return rows[0]!;
};

import { sql } from 'kysely';
import { inEstado } from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { ASIGNACION, HORARIO, IMPEDIMENTO, RANKING } from '../../../estados.ts';

/** Closes a stage; null: it was closed already. */
export const updateCerrada = async (
  trx: Trx,
  id: string,
  { por, en }: { por: string; en: Date },
): Promise<Date | null> => {
  const row = await trx
    .updateTable('convocatoria_etapas')
    .set({ cerrada_en: en, cerrada_por: por })
    .where('id', '=', id)
    .where('cerrada_en', 'is', null)
    .returning('cerrada_en')
    .executeTakeFirst();
  return row?.cerrada_en ?? null;
};

/** Applications whose person did not come to the interview of a stage. */
export const selectAusentes = async (db: Db | Trx, etapaId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select h.solicitud_id as id from horarios h where h.etapa_id = ${etapaId} and h.solicitud_id is not null
      and ${inEstado(HORARIO, 'h.estado', 'sinPresentarse')}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Who closed each stage of a call, by its id. */
export const selectQuienCerro = async (
  db: Db,
  convocatoriaId: string,
): Promise<{ id: string; cerrada_por: string }[]> => {
  const { rows } = await sql<{ id: string; cerrada_por: string }>`
    select t.id, t.cerrada_por from convocatoria_etapas t
    where t.convocatoria_id = ${convocatoriaId} and t.cerrada_por is not null`.execute(db);
  return rows;
};

/** Whether a ranking of a call was approved, or published. */
export const hasRankingAprobado = async (
  db: Db | Trx,
  convocatoriaId: string,
): Promise<boolean> => {
  const { rows } = await sql`
    select from rankings r where r.convocatoria_id = ${convocatoriaId}
      and ${inEstado(RANKING, 'r.estado', 'aprobado', 'publicado')} limit 1`.execute(db);
  return rows.length > 0;
};

/** Applications of a stage that are being evaluated again: something assigned after it closed is not delivered. */
export const selectRepetidas = async (db: Db, etapaId: string): Promise<string[]> => {
  const { rows } = await sql<{ solicitud_id: string }>`
    select distinct a.solicitud_id from asignaciones a join convocatoria_etapas t on t.id = a.etapa_id
    where a.etapa_id = ${etapaId} and a.creado_en > t.cerrada_en
      and ${inEstado(ASIGNACION, 'a.estado', 'pendiente', 'aceptada')}`.execute(db);
  return rows.map(({ solicitud_id }) => solicitud_id);
};

/** Conflicts of a call that wait for staff. */
export const countImpedimentosPorResolver = async (
  db: Db,
  convocatoriaId: string,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from impedimentos i join evaluadores v on v.id = i.evaluador_id
    where v.convocatoria_id = ${convocatoriaId} and v.baja_en is null
      and ${inEstado(IMPEDIMENTO, 'i.estado', 'porResolver')}`.execute(db);
  return rows[0]!.n;
};

/** Whose an application is. */
export const findPersonaDe = async (db: Db, solicitudId: string): Promise<string | null> => {
  const { rows } = await sql<{ persona_id: string }>`
    select s.persona_id from solicitudes s where s.id = ${solicitudId}`.execute(db);
  return rows[0]?.persona_id ?? null;
};

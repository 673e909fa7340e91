import { sql } from 'kysely';
import { inEstado, inGrupo } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { INCONFORMIDAD, PRESOLICITUD, SOLICITUD } from '../../estados.ts';

/** Calls that ended, with when: their last publication, or the day they were cancelled or concluded without one. */
export const selectTerminadas = async (
  db: Db,
): Promise<{ id: string; bases: unknown; en: Date }[]> => {
  const { rows } = await sql<{ id: string; bases: unknown; en: Date }>`
    select t.* from (select cv.id, cv.bases, coalesce((select max(p.publicado_en) from publicaciones p
      where p.convocatoria_id = cv.id), cv.cancelada_en, cv.concluida_en) as en from convocatorias cv) t
    where t.en is not null order by t.id`.execute(db);
  return rows;
};

/** People of a call, with something of theirs in it, who have no place there and whose requests for review are answered. */
const sinLugar = (convocatoriaId: string) => sql`
  select q.persona_id from (select persona_id from presolicitudes where convocatoria_id = ${convocatoriaId}
    union select persona_id from solicitudes where convocatoria_id = ${convocatoriaId}) q
  where q.persona_id is not null
    and not exists (select from solicitudes s where s.convocatoria_id = ${convocatoriaId} and s.persona_id = q.persona_id
      and ${inGrupo(SOLICITUD, 'conResultado', 's.estado')})
    and not exists (select from inconformidades i where i.convocatoria_id = ${convocatoriaId} and i.persona_id = q.persona_id
      and ${inGrupo(INCONFORMIDAD, 'abiertas', 'i.estado')})`;

/** Some of them after one. */
export const selectPersonas = async (
  db: Db,
  convocatoriaId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ persona_id: string }>`
    select x.persona_id from (${sinLugar(convocatoriaId)}) x where ${after === null ? sql`true` : sql`x.persona_id > ${after}::uuid`}
    order by x.persona_id limit ${limit}`.execute(db);
  return rows.map(({ persona_id }) => persona_id);
};

export type TramiteRow = { id: string; borrador: boolean; inscripcion_id: string | null };
export type TramitesRow = { presolicitudes: TramiteRow[]; solicitudes: TramiteRow[] };

/** Holds what is somebody's in a call until the transaction ends; null: they have a place, or an open request, by now. */
export const lockTramites = async (
  trx: Trx,
  convocatoriaId: string,
  personaId: string,
): Promise<TramitesRow | null> => {
  const de = async (tabla: 'presolicitudes' | 'solicitudes') => {
    const maquina = tabla === 'solicitudes' ? SOLICITUD : PRESOLICITUD;
    const { rows } =
      await sql<TramiteRow>`select t.id, ${inEstado(maquina, 't.estado', 'borrador')} as borrador,
        ${tabla === 'solicitudes' ? sql`t.inscripcion_id` : sql`null::uuid`} as inscripcion_id
      from ${sql.table(tabla)} t where t.convocatoria_id = ${convocatoriaId} and t.persona_id = ${personaId}
      order by t.id for update`.execute(trx);
    return rows;
  };
  const held = { solicitudes: await de('solicitudes'), presolicitudes: await de('presolicitudes') };
  const { rows } = await sql`select from (${sinLugar(convocatoriaId)}) x
    where x.persona_id = ${personaId}`.execute(trx);
  return rows.length === 0 ? null : held;
};

/** Ids of what was sent in these forms. */
export const selectEnvios = async (trx: Trx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select n.id from posgrado_envios n
    where coalesce(n.presolicitud_id, n.solicitud_id) = any(${ids}::uuid[])`.execute(trx);
  return rows.map(({ id }) => id);
};

const QUITADO = '(suprimido)';

/** Texts that say something of the applicant, by table: what stands in their place is the same for everybody. */
const TEXTOS = [
  ['reconsideraciones', 'presolicitud_id', ['motivo', 'nota']],
  ['exclusiones', 'solicitud_id', ['motivo', 'nota']],
  ['inconformidades', 'presolicitud_id', ['texto', 'resolucion']],
  ['inconformidades', 'solicitud_id', ['texto', 'resolucion']],
  ['asignaciones', 'solicitud_id', ['motivo', 'anulada_motivo']],
  ['horarios', 'solicitud_id', ['motivo']],
] as const;
/** Rows that are of nothing else than the applicant, by the column that leads to a form. */
const FILAS = [
  ['posgrado_envios', 'presolicitud_id'],
  ['posgrado_envios', 'solicitud_id'],
  ['observaciones', 'presolicitud_id'],
  ['requisitos_validados', 'presolicitud_id'],
  ['presolicitudes_turnos', 'presolicitud_id'],
  ['recomendaciones', 'solicitud_id'],
  ['impedimentos', 'solicitud_id'],
] as const;

/** Erases what is kept beside the forms of somebody: letters, observations, reasons, comments. Points stay: rankings are computed from them. */
export const eraseAlrededor = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  const de = (columna: string) => sql`${sql.ref(columna)} = any(${ids}::uuid[])`;
  for (const [tabla, columna] of FILAS) {
    await sql`delete from ${sql.table(tabla)} where ${de(columna)}`.execute(trx);
  }
  for (const [tabla, columna, textos] of TEXTOS) {
    const sets = textos.map(
      (texto) =>
        sql`${sql.ref(texto)} = case when ${sql.ref(texto)} is not null then ${QUITADO} end`,
    );
    await sql`update ${sql.table(tabla)} set ${sql.join(sets)} where ${de(columna)}`.execute(trx);
  }
  await sql`update inconformidades set persona_id = null
    where ${de('presolicitud_id')} or ${de('solicitud_id')}`.execute(trx);
  await sql`update asignaciones set dictamen = jsonb_set(dictamen, '{criterios}', coalesce(
      (select jsonb_object_agg(c.key, c.value || jsonb_build_object('comentario', ${QUITADO}::text))
        from jsonb_each(dictamen -> 'criterios') c), '{}'))
    where ${de('solicitud_id')} and dictamen ? 'criterios'`.execute(trx);
};

/** Deletes drafts that were never sent. */
export const deleteBorradores = async (
  trx: Trx,
  tabla: 'presolicitudes' | 'solicitudes',
  ids: readonly string[],
): Promise<void> => {
  await sql`delete from ${sql.table(tabla)} where id = any(${ids}::uuid[])`.execute(trx);
};

/** Leaves of these forms what says nothing of anybody: state, dates, and of an application its folio and the facts of its ranking. */
export const eraseTramites = async (
  trx: Trx,
  tabla: 'presolicitudes' | 'solicitudes',
  ids: readonly string[],
  ahora: Date,
): Promise<void> => {
  await sql`update ${sql.table(tabla)} set persona_id = null, depurada_en = ${ahora}, respuestas = '{}', sensibles = null,
      guardar = '{}', guardado_en = null, motivo = null ${tabla === 'solicitudes' ? sql`, inscripcion_id = null` : sql``}
    where id = any(${ids}::uuid[])`.execute(trx);
};

import { type RawBuilder, sql } from 'kysely';
import { inEstado, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { correosDePersona } from '../../../identidad/server/reading.ts';
import { type EstadoSolicitud, SOLICITUD } from '../../estados.ts';

export type SolicitudConLugarRow = {
  id: string;
  persona_id: string;
  cupos: string[];
  inscripcion_id: string | null;
  envio_id: string;
  /** Of the last sending, sealed. */
  sensibles: string | null;
};

/** What a seat is made of, of these applications. */
export const selectParaAbrir = async (
  trx: Trx,
  ids: readonly string[],
): Promise<SolicitudConLugarRow[]> => {
  const { rows } = await sql<SolicitudConLugarRow>`
    select s.id, s.persona_id, s.cupos, s.inscripcion_id, n.id as envio_id, n.sensibles
    from solicitudes s join lateral (select n.id, n.sensibles from posgrado_envios n
      where n.solicitud_id = s.id order by n.numero desc limit 1) n on true
    where s.id = any(${ids}::uuid[])`.execute(trx);
  return rows;
};

/** What each of these applications last sent, as `openLugares` of inscripciones takes it. */
export const ULTIMOS_ENVIOS = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`select distinct on (n.solicitud_id) n.solicitud_id as origen, n.version_id, n.respuestas, n.evaluacion, n.enviado_en
    from posgrado_envios n where n.solicitud_id = any(${ids}::uuid[]) order by n.solicitud_id, n.numero desc`;

/** Says which inscripción is the seat of each application. */
export const setInscripciones = async (
  trx: Trx,
  inscripciones: ReadonlyMap<string, string>,
): Promise<void> => {
  if (inscripciones.size === 0) return;
  await sql`update solicitudes s set inscripcion_id = q.inscripcion
    from unnest(${[...inscripciones.keys()]}::uuid[], ${[...inscripciones.values()]}::uuid[]) q (id, inscripcion)
    where s.id = q.id`.execute(trx);
};

/** The application whose seat an inscripción is; undefined: none is. */
export const findSolicitudDe = async (
  db: Db | Trx,
  inscripcionId: string,
): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('solicitudes')
    .select('id')
    .where('inscripcion_id', '=', inscripcionId)
    .executeTakeFirst();

/** Holds the applications of these inscripciones until the transaction ends, in the order of their ids. */
export const lockSolicitudes = async (
  trx: Trx,
  inscripciones: readonly string[],
): Promise<void> => {
  await sql`select from solicitudes s where s.inscripcion_id = any(${inscripciones}::uuid[])
    order by s.id for update`.execute(trx);
};

/** The same of all those of a call that have a seat or wait for one. */
export const lockSolicitudesDe = async (trx: Trx, convocatoriaId: string): Promise<void> => {
  await sql`select from solicitudes s where s.convocatoria_id = ${convocatoriaId} and s.inscripcion_id is not null
    order by s.id for update`.execute(trx);
};

/** Annuls the applications of a call with a seat, or in line for one; gives what they were. */
export const annulConLugar = async (
  trx: Trx,
  convocatoriaId: string,
  { motivo, ahora }: { motivo: string; ahora: Date },
): Promise<{ id: string; personaId: string; estado: EstadoSolicitud }[]> => {
  const { rows } = await sql<{ id: string; personaId: string; estado: EstadoSolicitud }>`
    with vivas as materialized (
      select s.id, s.persona_id, s.estado from solicitudes s
      where s.convocatoria_id = ${convocatoriaId} and s.inscripcion_id is not null and ${mayTake(SOLICITUD, 'anular', 's.estado')}
      order by s.id for update)
    update solicitudes s set estado = ${SOLICITUD.pasos.anular.a}, motivo = ${motivo}, actualizado_en = ${ahora}
    from vivas v where s.id = v.id returning s.id, v.persona_id as "personaId", v.estado`.execute(
    trx,
  );
  return rows;
};

/** Editions in whose call somebody applies or recommends, whatever became of it. */
export const selectEdicionesDondeEsParte = async (
  db: Db | Trx,
  { personaId, email }: Pick<Actor, 'personaId' | 'email'>,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with suyos as (select lower(${email}) as correo union select lower(m.correo) from ${correosDePersona(personaId)} m),
      suyas as (select p.convocatoria_id as id from presolicitudes p where p.persona_id = ${personaId}
        union select s.convocatoria_id from solicitudes s where s.persona_id = ${personaId}
        union select s.convocatoria_id from recomendaciones r join solicitudes s on s.id = r.solicitud_id
          where lower(r.correo) in (select correo from suyos))
    select cv.edicion_id as id from convocatorias cv join suyas on suyas.id = cv.id`.execute(db);
  return rows.map(({ id }) => id);
};

export type LugarPropioRow = {
  id: string;
  convocatoria_id: string;
  estado: EstadoSolicitud;
  inscripcion_id: string | null;
};

/** An application of somebody's own; undefined: it is not theirs. */
export const findPropia = async (
  db: Db | Trx,
  id: string,
  personaId: string,
): Promise<LugarPropioRow | undefined> =>
  db
    .selectFrom('solicitudes')
    .select(['id', 'convocatoria_id', 'estado', 'inscripcion_id'])
    .where('id', '=', id)
    .where('persona_id', '=', personaId)
    .executeTakeFirst();

/** Applications of a call with a seat that is not confirmed. */
export const countAdmitidas = async (db: Db, convocatoriaId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from solicitudes s
    where s.convocatoria_id = ${convocatoriaId} and ${inEstado(SOLICITUD, 's.estado', 'admitida')}`.execute(
    db,
  );
  return rows[0]!.n;
};

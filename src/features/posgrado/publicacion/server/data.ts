import { type ColumnType, sql } from 'kysely';
import { inEstado, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD } from '../../../cursos/server/reading.ts';
import { correoDe, uidDe } from '../../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import { CONVOCATORIA, type EstadoSolicitud, RANKING, SOLICITUD } from '../../estados.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    publicaciones: {
      ranking_id: string;
      convocatoria_id: string;
      publicado_en: Date;
      retirar_en: Date;
      /** Of whatever format: it is read with `PUBLICADO`. */
      resultados: ColumnType<unknown, string, never>;
    };
  }
}

/** Approved rankings whose moment has come, the earliest first. */
export const selectPorPublicar = async (
  db: Db,
  ahora: Date,
): Promise<{ id: string; convocatoria_id: string }[]> =>
  db
    .selectFrom('rankings')
    .select(['id', 'convocatoria_id'])
    .where(inEstado(RANKING, 'estado', 'aprobado'))
    .where('publicar_en', '<=', ahora)
    .orderBy('publicar_en')
    .orderBy('id')
    .execute();

/** An application whose result is published, with its person and the account to write to. */
export type PublicadaRow = Omit<PersonaRow, 'persona_curp'> & {
  id: string;
  folio: string;
  persona_id: string;
  estado: EstadoSolicitud;
  /** Null: its person has no account. */
  uid: string | null;
  correo: string | null;
};

/** The applications of a ranking, held until the transaction ends, in one order for everybody. */
export const holdPublicadas = async (trx: Trx, ids: readonly string[]): Promise<PublicadaRow[]> => {
  await sql`select from solicitudes s where s.id = any(${ids}::uuid[]) order by s.id for update`.execute(
    trx,
  );
  const { rows } = await sql<PublicadaRow>`
    select s.id, s.folio, s.persona_id, s.estado, ${PERSONA.columns},
      ${uidDe('s.persona_id')} as uid, ${correoDe('s.persona_id')} as correo
    from solicitudes s left join ${PERSONA.tables} on pe.id = s.persona_id
    where s.id = any(${ids}::uuid[]) order by s.id`.execute(trx);
  return rows;
};

/** What was last sent of some applications. */
export type UltimoEnvioRow = {
  solicitud_id: string;
  version_id: string;
  /** Read with `respuestasLeidas`. */
  respuestas: unknown;
};

export const selectUltimosEnvios = async (
  trx: Trx,
  ids: readonly string[],
): Promise<UltimoEnvioRow[]> => {
  const { rows } = await sql<UltimoEnvioRow>`
    select distinct on (n.solicitud_id) n.solicitud_id, n.version_id, n.respuestas
    from posgrado_envios n where n.solicitud_id = any(${ids}::uuid[])
    order by n.solicitud_id, n.numero desc`.execute(trx);
  return rows;
};

/** Takes one step of many applications; gives the ids of those from whose state it could be taken. */
export const takePasoDeTodas = async (
  trx: Trx,
  paso: keyof typeof SOLICITUD.pasos & string,
  filas: readonly { id: string; motivo: string | null }[],
  ahora: Date,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update solicitudes s set estado = ${SOLICITUD.pasos[paso].a}, motivo = f.motivo, actualizado_en = ${ahora}
    from jsonb_to_recordset(${JSON.stringify(filas)}::text::jsonb) as f(id uuid, motivo text)
    where s.id = f.id and ${mayTake(SOLICITUD, paso, 's.estado')} returning s.id`.execute(trx);
  return rows.map(({ id }) => id);
};

/** Publishes an approved ranking, with the secret of its draw; false when it is no longer one. */
export const updatePublicado = async (
  trx: Trx,
  id: string,
  { en, secreto }: { en: Date; secreto: string },
): Promise<boolean> => {
  const result =
    await sql`update rankings set estado = ${RANKING.pasos.publicar.a}, publicado_en = ${en},
      entradas = jsonb_set(entradas, '{sorteo,secreto}', to_jsonb(${secreto}::text))
    where id = ${id} and ${mayTake(RANKING, 'publicar')}`.execute(trx);
  return result.numAffectedRows === 1n;
};

export const insertPublicacion = async (
  trx: Trx,
  row: {
    ranking_id: string;
    convocatoria_id: string;
    publicado_en: Date;
    retirar_en: Date;
    /** JSON. */
    resultados: string;
  },
): Promise<void> => {
  await trx.insertInto('publicaciones').values(row).execute();
};

/** What anybody may know of a call by its edition; null of what is not published. */
export type PublicaRow = {
  edicion_id: string;
  curso_nombre: string;
  edicion_nombre: string;
  resultados_en: Date;
  resultados: unknown;
  retirar_en: Date | null;
};

export const findPublica = async (db: Db, edicionId: string): Promise<PublicaRow | undefined> => {
  const { rows } = await sql<PublicaRow>`
    select e.id as edicion_id, c.nombre as curso_nombre, e.nombre as edicion_nombre, cv.resultados_en, p.resultados,
      p.retirar_en
    from convocatorias cv join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
    left join lateral (select p.resultados, p.retirar_en from publicaciones p
      where p.convocatoria_id = cv.id order by p.publicado_en desc limit 1) p on true
    where cv.edicion_id = ${edicionId} and ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada', 'concluida')}`.execute(
    db,
  );
  return rows[0];
};

/** Every ranking that was ever published, of one edition if said, the newest first. */
export const selectPublicados = async (
  db: Db,
  edicionId: string | null = null,
): Promise<
  { id: string; convocatoria_id: string; sorteo_hash: string | null; donde: string }[]
> => {
  const { rows } = await sql<{
    id: string;
    convocatoria_id: string;
    sorteo_hash: string | null;
    donde: string;
  }>`
    select k.id, k.convocatoria_id, cv.sorteo_hash, c.nombre || ', ' || e.nombre || ', ranking ' || k.numero as donde
    from rankings k join convocatorias cv on cv.id = k.convocatoria_id
    join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
    where k.publicado_en is not null and (${edicionId}::uuid is null or e.id = ${edicionId}::uuid)
    order by cv.id, k.numero desc`.execute(db);
  return rows;
};

/** The public results of a ranking; undefined: it has none. */
export const findPublicacion = (db: Db, rankingId: string) =>
  db
    .selectFrom('publicaciones')
    .select(['resultados', 'publicado_en', 'retirar_en'])
    .where('ranking_id', '=', rankingId)
    .executeTakeFirst();

/** Present state and seat of applications, by their ids. */
export const selectEstados = async (
  db: Db,
  ids: readonly string[],
): Promise<
  ReadonlyMap<string, { estado: EstadoSolicitud; inscripcion_id: string | null; folio: string }>
> => {
  const { rows } = await sql<{
    id: string;
    estado: EstadoSolicitud;
    inscripcion_id: string | null;
    folio: string;
  }>`
    select s.id, s.estado, s.inscripcion_id, s.folio from solicitudes s where s.id = any(${ids}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** Approved rankings whose moment passed before this one: nobody published them. */
export const selectAtrasados = async (db: Db, antesDe: Date): Promise<string[]> => {
  const { rows } = await sql<{ donde: string }>`
    select c.nombre || ', ' || e.nombre || ', ranking ' || k.numero as donde
    from rankings k join convocatorias cv on cv.id = k.convocatoria_id
    join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
    where ${inEstado(RANKING, 'k.estado', 'aprobado')} and k.publicar_en < ${antesDe} limit 50`.execute(
    db,
  );
  return rows.map(({ donde }) => donde);
};

/** Published calls whose results in force admitted nobody, with when they were published. */
export const selectDesiertas = async (
  db: Db,
): Promise<{ convocatoria_id: string; publicado_en: Date }[]> => {
  const { rows } = await sql<{ convocatoria_id: string; publicado_en: Date }>`
    select p.convocatoria_id, p.publicado_en from publicaciones p
    join rankings k on k.id = p.ranking_id and ${inEstado(RANKING, 'k.estado', 'publicado')}
    join convocatorias cv on cv.id = p.convocatoria_id and ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')}
    where (p.resultados ->> 'desierta')::boolean`.execute(db);
  return rows;
};

/** The published ranking of a call and the application of a person that is in it. */
export type PropioRow = { ranking_id: string; numero: number; publicado_en: Date; fila: unknown };

export const findPropio = async (
  db: Db,
  { convocatoriaId, personaId }: { convocatoriaId: string; personaId: string },
): Promise<PropioRow | undefined> => {
  const { rows } = await sql<PropioRow>`
    select k.id as ranking_id, k.numero, k.publicado_en, f.fila
    from rankings k cross join lateral jsonb_array_elements(k.resultado -> 'filas') as f(fila)
    where k.convocatoria_id = ${convocatoriaId} and ${inEstado(RANKING, 'k.estado', 'publicado')}
      and (f.fila ->> 'id')::uuid in (select s.id from solicitudes s
        where s.convocatoria_id = ${convocatoriaId} and s.persona_id = ${personaId})
    limit 1`.execute(db);
  return rows[0];
};

/** The inputs of a ranking with those of one application alone. */
export const findEntradasDe = async (
  db: Db,
  rankingId: string,
  solicitudId: string,
): Promise<unknown> => {
  const { rows } = await sql<{ entradas: unknown }>`
    select jsonb_set(k.entradas, '{solicitudes}', coalesce(
      (select jsonb_agg(f.una) from jsonb_array_elements(k.entradas -> 'solicitudes') as f(una)
        where f.una ->> 'id' = ${solicitudId}), '[]')) as entradas
    from rankings k where k.id = ${rankingId}`.execute(db);
  return rows[0]?.entradas;
};

/** Scores of one's own that counted in a ranking, by the ids of their assignments. */
export const selectDictamenes = async (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; etapa_id: string; dictamen: unknown }[]> => {
  const { rows } = await sql<{ id: string; etapa_id: string; dictamen: unknown }>`
    select a.id, a.etapa_id, a.dictamen from asignaciones a
    where a.id = any(${ids}::uuid[]) and a.dictamen is not null order by a.id`.execute(db);
  return rows;
};

/** One's own rows of the published rankings, for the copy of one's data. */
export const selectFilasDePersona = async (
  db: Db,
  personaIds: readonly string[],
): Promise<
  { curso: string; edicion: string; numero: number; publicado_en: Date; fila: unknown }[]
> => {
  const { rows } = await sql<{
    curso: string;
    edicion: string;
    numero: number;
    publicado_en: Date;
    fila: unknown;
  }>`
    select c.nombre as curso, e.nombre as edicion, k.numero, k.publicado_en, f.fila
    from rankings k join convocatorias cv on cv.id = k.convocatoria_id
    join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
    cross join lateral jsonb_array_elements(k.resultado -> 'filas') as f(fila)
    where k.publicado_en is not null
      and exists (select from solicitudes s where s.convocatoria_id = cv.id and s.persona_id = any(${personaIds}::uuid[]))
      and (f.fila ->> 'id')::uuid in (select s.id from solicitudes s
        where s.convocatoria_id = cv.id and s.persona_id = any(${personaIds}::uuid[]))
    order by k.publicado_en`.execute(db);
  return rows;
};

/** What waits for somebody of the staff: rankings to approve, and those that stopped being published by themselves. */
export type PendienteRow = {
  convocatoria_id: string;
  edicion_id: string;
  curso: string;
  numero: number;
  calculado_por: string;
  desde: Date;
  motivo: string | null;
};

export const selectPendientes = async (db: Db): Promise<PendienteRow[]> => {
  const { rows } = await sql<PendienteRow>`
    select k.convocatoria_id, e.id as edicion_id, c.nombre as curso, k.numero, k.calculado_por,
      coalesce(k.sustituido_en, k.creado_en) as desde, k.sustituido_motivo as motivo
    from rankings k join convocatorias cv on cv.id = k.convocatoria_id
    join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
    where ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')}
      and not exists (select from rankings o where o.convocatoria_id = k.convocatoria_id and o.numero > k.numero)
      and (${inEstado(RANKING, 'k.estado', 'calculado')}
        or (${inEstado(RANKING, 'k.estado', 'sustituido')} and k.sustituido_motivo is not null and k.publicado_en is null))
    order by desde limit 50`.execute(db);
  return rows;
};

import { type RawBuilder, sql } from 'kysely';
import { inEstado, inGrupo, notInGrupo } from '../../../../../platform/server/db/estados.ts';
import type { Db } from '../../../../../platform/server/db/index.ts';
import { hasWords } from '../../../../../platform/server/db/search.ts';
import { ACTIVIDAD } from '../../../../cursos/server/reading.ts';
import {
  ASIGNACION,
  CONVOCATORIA,
  type EstadoConvocatoria,
  type EstadoRanking,
  EXCLUSION,
  HORARIO,
  IMPEDIMENTO,
  INCONFORMIDAD,
  MODIFICACION,
  PRESOLICITUD,
  RANKING,
  RECOMENDACION,
  SOLICITUD,
} from '../../../estados.ts';
import { CONVOCATORIA_DE, type ConvocatoriaRow, readBases } from '../../server/reading.ts';

/** Ids of all calls. */
export const selectIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('convocatorias').select('id').execute()).map(({ id }) => id);

export type ConvocatoriaListadaRow = ConvocatoriaRow & {
  validas: number;
  enviadas: number;
  admitidas: number;
  con_resultados: boolean;
  por_aprobar: boolean;
};

export type FiltrosConvocatorias = {
  /** Those that the actor may see. */
  ids: readonly string[];
  busqueda?: string | undefined;
  estado?: EstadoConvocatoria | undefined;
};

const filtered = (filtros: FiltrosConvocatorias): RawBuilder<boolean> => {
  const { ids, estado } = filtros;
  const asked = [
    sql`cv.id = any(${ids}::uuid[])`,
    hasWords('b.texto', filtros),
    ...(estado ? [sql`cv.estado = ${estado}`] : []),
  ];
  return sql<boolean>`(${sql.join(asked, sql` and `)})`;
};

const LISTADAS = sql`from ${CONVOCATORIA_DE.tables}
  join lateral (select plegar(c.nombre || ' ' || e.nombre) as texto) b on true`;

const CON_RESULTADOS = sql<boolean>`exists (select from rankings r where r.convocatoria_id = cv.id
  and ${inEstado(RANKING, 'r.estado', 'publicado')})`;

const ORDENES = { inicia: sql`e.inicia`, programa: sql`c.nombre` } as const;

/** A page of calls with their counts. */
export const selectConvocatorias = async (
  db: Db,
  filtros: FiltrosConvocatorias,
  page: { orden: keyof typeof ORDENES; descendente: boolean; pagina: number; porPagina: number },
): Promise<ConvocatoriaListadaRow[]> => {
  const { rows } = await sql<ConvocatoriaListadaRow>`
    select ${CONVOCATORIA_DE.columns},
      (select count(*)::int from presolicitudes p where p.convocatoria_id = cv.id
        and ${inEstado(PRESOLICITUD, 'p.estado', 'valida')}) as validas,
      (select count(*)::int from solicitudes s where s.convocatoria_id = cv.id and s.folio is not null
        and not ${inEstado(SOLICITUD, 's.estado', 'desistida', 'anulada')}) as enviadas,
      (select count(*)::int from solicitudes s where s.convocatoria_id = cv.id
        and ${inEstado(SOLICITUD, 's.estado', 'admitida', 'inscrita')}) as admitidas,
      ${CON_RESULTADOS} as con_resultados,
      exists (select from convocatoria_modificaciones m where m.convocatoria_id = cv.id
        and ${inEstado(MODIFICACION, 'm.estado', 'propuesta')}) as por_aprobar
    ${LISTADAS} where ${filtered(filtros)}
    order by ${ORDENES[page.orden]} ${page.descendente ? sql`desc` : sql`asc`}, cv.id
    limit ${page.porPagina} offset ${(page.pagina - 1) * page.porPagina}`.execute(db);
  return rows.map(readBases);
};

export const countConvocatorias = async (
  db: Db,
  filtros: FiltrosConvocatorias,
): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n ${LISTADAS} where ${filtered(filtros)}`.execute(db);
  return rows[0]!.n;
};

export type AvanceRow = {
  presolicitudes: Record<string, number>;
  solicitudes: Record<string, number>;
  cartas_recibidas: number;
  con_sospecha: number;
  en_concurso: number;
  evaluadores: number;
  impedimentos: number;
  inconformidades: number;
  exclusiones: number;
  ranking: { numero: number; estado: EstadoRanking; publicarEn: string | null } | null;
};

/** How far a call is, in counts. */
export const findAvanceDe = async (db: Db, convocatoriaId: string): Promise<AvanceRow> => {
  const { rows } = await sql<AvanceRow>`select
    coalesce((select jsonb_object_agg(t.estado, t.n) from (select p.estado, count(*)::int as n
      from presolicitudes p where p.convocatoria_id = ${convocatoriaId} group by p.estado) t), '{}') as presolicitudes,
    coalesce((select jsonb_object_agg(t.estado, t.n) from (select s.estado, count(*)::int as n
      from solicitudes s where s.convocatoria_id = ${convocatoriaId} group by s.estado) t), '{}') as solicitudes,
    (select count(*)::int from recomendaciones r join solicitudes s on s.id = r.solicitud_id
      where s.convocatoria_id = ${convocatoriaId} and ${notInGrupo(SOLICITUD, 'cerradas', 's.estado')}
        and ${inEstado(RECOMENDACION, 'r.estado', 'recibida')}) as cartas_recibidas,
    (select count(distinct r.solicitud_id)::int from recomendaciones r join solicitudes s on s.id = r.solicitud_id
      where s.convocatoria_id = ${convocatoriaId} and r.sospecha) as con_sospecha,
    (select count(*)::int from solicitudes s where s.convocatoria_id = ${convocatoriaId} and s.folio is not null
      and ${notInGrupo(SOLICITUD, 'cerradas', 's.estado')}) as en_concurso,
    (select count(*)::int from evaluadores ev where ev.convocatoria_id = ${convocatoriaId} and ev.baja_en is null) as evaluadores,
    (select count(*)::int from impedimentos im join evaluadores ev on ev.id = im.evaluador_id
      where ev.convocatoria_id = ${convocatoriaId} and ${inEstado(IMPEDIMENTO, 'im.estado', 'porResolver')}) as impedimentos,
    (select count(*)::int from inconformidades ic where ic.convocatoria_id = ${convocatoriaId}
      and ${inGrupo(INCONFORMIDAD, 'abiertas', 'ic.estado')}) as inconformidades,
    (select count(*)::int from exclusiones x join solicitudes s on s.id = x.solicitud_id
      where s.convocatoria_id = ${convocatoriaId} and ${inEstado(EXCLUSION, 'x.estado', 'propuesta')}) as exclusiones,
    (select jsonb_build_object('numero', r.numero, 'estado', r.estado,
        'publicarEn', coalesce(r.publicado_en, r.publicar_en)) from rankings r
      where r.convocatoria_id = ${convocatoriaId} order by r.numero desc limit 1) as ranking`.execute(
    db,
  );
  return rows[0]!;
};

export type AvanceDeEtapaRow = {
  id: string;
  asignadas: number;
  entregadas: number;
  en_examen: number;
  con_examen: boolean;
  reservados: number;
  realizados: number;
  con_horarios: boolean;
};

/** How far each stage is. */
export const selectAvanceDeEtapas = async (
  db: Db,
  convocatoriaId: string,
): Promise<AvanceDeEtapaRow[]> => {
  const { rows } = await sql<AvanceDeEtapaRow>`select t.id,
      (select count(*)::int from asignaciones a where a.etapa_id = t.id
        and ${inGrupo(ASIGNACION, 'vivas', 'a.estado')}) as asignadas,
      (select count(*)::int from asignaciones a where a.etapa_id = t.id
        and ${inEstado(ASIGNACION, 'a.estado', 'entregada')}) as entregadas,
      (select count(*)::int from examen_puntos p where p.examen_id =
        (select x.id from examenes x where x.etapa_id = t.id order by x.numero desc limit 1)) as en_examen,
      exists (select from examenes x where x.etapa_id = t.id) as con_examen,
      (select count(*)::int from horarios h where h.etapa_id = t.id
        and ${inEstado(HORARIO, 'h.estado', 'reservado', 'realizado', 'sinPresentarse')}) as reservados,
      (select count(*)::int from horarios h where h.etapa_id = t.id
        and ${inEstado(HORARIO, 'h.estado', 'realizado', 'sinPresentarse')}) as realizados,
      exists (select from horarios h where h.etapa_id = t.id) as con_horarios
    from convocatoria_etapas t where t.convocatoria_id = ${convocatoriaId} order by t.orden`.execute(
    db,
  );
  return rows;
};

export type PorAprobarRow = {
  convocatoria_id: string;
  edicion_id: string;
  programa: string;
  asunto: 'publicacion' | 'modificacion' | 'exclusion';
  propuesta_por: string;
  creado_en: Date;
};

/** What waits for a second person, of others than who looks; the oldest first. */
export const selectPorAprobar = async (db: Db, uid: string): Promise<PorAprobarRow[]> => {
  const { rows } = await sql<PorAprobarRow>`
    select cv.id as convocatoria_id, e.id as edicion_id, c.nombre || ', ' || e.nombre as programa, t.asunto,
      t.propuesta_por, t.creado_en
    from (
      select m.convocatoria_id, m.asunto, m.propuesta_por, m.creado_en from convocatoria_modificaciones m
      where ${inEstado(MODIFICACION, 'm.estado', 'propuesta')} and m.propuesta_por <> ${uid}
      union all
      select s.convocatoria_id, 'exclusion', x.propuesta_por, x.creado_en
      from exclusiones x join solicitudes s on s.id = x.solicitud_id
      where ${inEstado(EXCLUSION, 'x.estado', 'propuesta')} and x.propuesta_por <> ${uid}
    ) t join convocatorias cv on cv.id = t.convocatoria_id
    join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
    order by t.creado_en limit 40`.execute(db);
  return rows;
};

export type EtapaVencidaRow = {
  convocatoria_id: string;
  edicion_id: string;
  programa: string;
  etapa: string;
  vence_en: Date;
};

/** Stages of published calls whose scores were due and that are still open. */
export const selectEtapasVencidas = async (db: Db, ahora: Date): Promise<EtapaVencidaRow[]> => {
  const { rows } = await sql<EtapaVencidaRow>`
    select cv.id as convocatoria_id, e.id as edicion_id, c.nombre || ', ' || e.nombre as programa, t.nombre as etapa, t.vence_en
    from convocatoria_etapas t join convocatorias cv on cv.id = t.convocatoria_id
    join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
    where ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')} and t.cerrada_en is null and t.vence_en < ${ahora}
    order by t.vence_en limit 20`.execute(db);
  return rows;
};

/** Calls by their ids, as the history names them. */
export const selectNombres = async (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; edicion_id: string; nombre: string }[]> => {
  const { rows } = await sql<{ id: string; edicion_id: string; nombre: string }>`
    select cv.id, e.id as edicion_id, c.nombre || ', ' || e.nombre as nombre
    from ${CONVOCATORIA_DE.tables} where cv.id = any(${ids}::uuid[])`.execute(db);
  return rows;
};

/** Modifications with their call, as the history names them. */
export const selectNombresDeModificacion = async (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; edicion_id: string; nombre: string; numero: number | null }[]> => {
  const { rows } = await sql<{
    id: string;
    edicion_id: string;
    nombre: string;
    numero: number | null;
  }>`select m.id, m.numero, e.id as edicion_id, c.nombre || ', ' || e.nombre as nombre
    from convocatoria_modificaciones m join convocatorias cv on cv.id = m.convocatoria_id
    join ${ACTIVIDAD.tables} on e.id = cv.edicion_id where m.id = any(${ids}::uuid[])`.execute(db);
  return rows;
};

import { type RawBuilder, sql } from 'kysely';
import { fechaDe } from '../../../platform/shared/dates.ts';
import { itemNombre, itemReferido } from '../../catalogos/server/reading.ts';
import type { Cancelacion, Curso, Edicion, EstadoEdicion, Tema } from '../contract.ts';

/** The one reading of the offer: what SQL of other features joins, and the row that its presenters take. */

type CursoRow = { [K in keyof Curso as `curso_${K}`]: Curso[K] };

type EdicionRow = {
  [K in 'id' | 'nombre' | 'inicia' | 'termina' | 'sede' as `edicion_${K}`]: Edicion[K];
} & {
  plantilla_id: string;
  edicion_abre: Date;
  edicion_cierra: Date;
  edicion_cupo: number;
  edicion_ocupados: number;
  edicion_cancelada_en: Date | null;
  /** One enters it by a call for applications: nobody sends an inscripción to it. */
  edicion_por_convocatoria: boolean;
  /** Its published call; null: one does not enter it by one, or it is not published. */
  edicion_convocatoria_id: string | null;
};

/** An edition with its course, as `presentCurso`, `presentEdicion` and `presentLugares` take it. */
export type ActividadRow = CursoRow & EdicionRow;

// Written out and not built: for fifty columns the query builder's own work costs more than the
// query, and the enrolment form is what everybody opens at once.

/**
 * `select ${ACTIVIDAD.columns} from ${ACTIVIDAD.tables}`, or joined: `join ${ACTIVIDAD.tables} on e.id = …`.
 * The edition is `e` and its course, as that edition is given, `c` (a `curso_versiones`): for what else the query asks.
 */
export const ACTIVIDAD: { tables: RawBuilder<unknown>; columns: RawBuilder<unknown> } = {
  tables: sql`(ediciones e join curso_versiones c on c.id = e.curso_version_id)`,
  columns: sql`c.curso_id, c.clave as curso_clave, c.nombre as curso_nombre,
    ${itemReferido('c.tipo_id', 'posgrado')} as curso_tipo,
    ${itemReferido('c.modalidad_id')} as curso_modalidad, ${itemNombre('c.area_id')} as curso_area,
    c.horas as curso_horas, c.creditos::float8 as curso_creditos, c.objetivo as curso_objetivo,
    e.id as edicion_id, e.plantilla_id, e.nombre as edicion_nombre, e.inicia as edicion_inicia,
    e.termina as edicion_termina, e.inscripcion_abre as edicion_abre,
    e.inscripcion_cierra as edicion_cierra, ${itemNombre('e.sede_id')} as edicion_sede,
    e.cupo as edicion_cupo, e.ocupados as edicion_ocupados, e.cancelada_en as edicion_cancelada_en,
    e.por_convocatoria as edicion_por_convocatoria, e.convocatoria_id as edicion_convocatoria_id`,
};

/** True of an edition `e` that is offered: unless one enters it by a call that is not published. */
export const SE_OFRECE: RawBuilder<boolean> = sql<boolean>`(not e.por_convocatoria or e.convocatoria_id is not null)`;

/** Its groups, and why it was cancelled: what whoever enrols in it, or did, is told. */
export type ActividadEnteraRow = {
  edicion_grupos: DetalleEdicionRow['edicion_grupos'] | null;
  edicion_motivo: string | null;
  edicion_alternativa: NonNullable<Cancelacion['alternativa']> | null;
};

/** Why the edition `e` was cancelled, and which one is offered instead. */
export const MOTIVO_DE_EDICION: RawBuilder<unknown> = sql`e.cancelacion_motivo as edicion_motivo,
    (select jsonb_build_object('cursoId', ac.curso_id, 'plantillaId', a.plantilla_id,
        'tipo', ${itemReferido('ac.tipo_id')} ->> 'clave', 'edicionId', a.id,
        'nombre', ac.nombre || ', ' || a.nombre)
      from ediciones a join curso_versiones ac on ac.id = a.curso_version_id
      where a.id = e.cancelacion_alternativa_id) as edicion_alternativa`;

/** The groups of the edition `e`, in order; null: it has none. */
export const GRUPOS_DE_EDICION: RawBuilder<unknown> = sql`(select jsonb_agg(jsonb_build_object('id', g.id,
      'nombre', g.nombre, 'horario', g.horario, 'cupo', g.cupo, 'ocupados', g.ocupados)
      order by g.orden, g.nombre) from edicion_grupos g where g.edicion_id = e.id) as edicion_grupos`;

/** What `estadoDeEdicion` (rules.ts) says, in SQL: of the edition `e`. */
export const estadoDeEdicionSql = (ahora: Date): RawBuilder<EstadoEdicion> => {
  const hoy = sql`${fechaDe(ahora)}::date`;
  return sql<EstadoEdicion>`case
    when e.cancelada_en is not null then 'cancelada'
    when ${hoy} > e.termina then 'concluida'
    when ${hoy} >= e.inicia then 'enCurso'
    when ${ahora}::timestamptz < e.inscripcion_abre then 'programada'
    when ${ahora}::timestamptz < e.inscripcion_cierra then 'inscripcionesAbiertas'
    else 'porComenzar' end`;
};

/** When an edition meets: a day (YYYY-MM-DD) and hours (HH:MM) of Mexico City. */
export type SesionRow = {
  id: string;
  /** Of a group by its name; null: of everybody. */
  grupo: string | null;
  fecha: string;
  de: string;
  a: string;
  tema: string;
  lugar: string;
};

/** What the page of one edition shows beside `ActividadRow`, each list in its order. */
export type DetalleEdicionRow = {
  curso_temario: Tema[];
  curso_requisitos: string;
  edicion_calificacion_minima: number | null;
  edicion_asistencia_minima: number | null;
  edicion_cancelacion_motivo: string | null;
  edicion_alternativa_id: string | null;
  edicion_grupos: { id: string; nombre: string; horario: string; cupo: number; ocupados: number }[];
  edicion_docentes: { nombre: string; papel: string; semblanza: string; grupo: string | null }[];
  edicion_sesiones: SesionRow[];
};

/** Sessions of an edition: `join ${SESION.tables} on s.edicion_id = e.id`. */
export const SESION: { tables: RawBuilder<unknown>; columns: RawBuilder<unknown> } = {
  tables: sql`edicion_sesiones s`,
  columns: sql`s.id, (select g.nombre from edicion_grupos g where g.id = s.grupo_id) as grupo,
    s.fecha::text as fecha, to_char(s.de, 'HH24:MI') as de, to_char(s.a, 'HH24:MI') as a, s.tema, s.lugar`,
};

/** `select ${ACTIVIDAD.columns}, ${DETALLE_EDICION} from ${ACTIVIDAD.tables}`: a `DetalleEdicionRow`. */
export const DETALLE_EDICION: RawBuilder<unknown> = sql`c.temario as curso_temario,
  c.requisitos as curso_requisitos, e.calificacion_minima::float8 as edicion_calificacion_minima,
  e.asistencia_minima as edicion_asistencia_minima, e.cancelacion_motivo as edicion_cancelacion_motivo,
  e.cancelacion_alternativa_id as edicion_alternativa_id,
  (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'nombre', g.nombre, 'horario', g.horario,
      'cupo', g.cupo, 'ocupados', g.ocupados) order by g.orden, g.nombre), '[]')
    from edicion_grupos g where g.edicion_id = e.id) as edicion_grupos,
  (select coalesce(jsonb_agg(jsonb_build_object('nombre', d.nombre, 'papel', d.papel, 'semblanza', d.semblanza,
      'grupo', (select g.nombre from edicion_grupos g where g.id = d.grupo_id)) order by d.orden, d.id), '[]')
    from edicion_docentes d where d.edicion_id = e.id) as edicion_docentes,
  (select coalesce(jsonb_agg(to_jsonb(una) order by una.fecha, una.de, una.id), '[]') from (
    select ${SESION.columns} from ${SESION.tables} where s.edicion_id = e.id) una) as edicion_sesiones`;

/** What hangs from an edition (`edicion_id`), for a query that joins it: its groups are `g`, its sessions `s`, its teachers `d`. */
export const DE_EDICION: Record<'grupos' | 'sesiones' | 'docentes', RawBuilder<unknown>> = {
  grupos: sql`edicion_grupos g`,
  sesiones: sql`edicion_sesiones s`,
  docentes: sql`edicion_docentes d`,
};

/** A course as it is today: `select ${CURSO_DE_HOY.columns} from ${CURSO_DE_HOY.tables}`; it is `k`. */
export type CursoDeHoyRow = CursoRow & { curso_retirado: boolean };
export const CURSO_DE_HOY: { tables: RawBuilder<unknown>; columns: RawBuilder<unknown> } = {
  tables: sql`cursos k`,
  columns: sql`k.id as curso_id, k.clave as curso_clave, k.nombre as curso_nombre,
    ${itemReferido('k.tipo_id', 'posgrado')} as curso_tipo,
    ${itemReferido('k.modalidad_id')} as curso_modalidad, ${itemNombre('k.area_id')} as curso_area,
    k.horas as curso_horas, k.creditos::float8 as curso_creditos, k.objetivo as curso_objetivo,
    k.retirado_en is not null as curso_retirado`,
};

import { type RawBuilder, sql } from 'kysely';
import { fechaDe } from '../../../platform/shared/dates.ts';
import { itemNombre, itemReferido } from '../../catalogos/server/reading.ts';
import type { Curso, Edicion, EstadoEdicion } from '../contract.ts';

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
    e.cupo as edicion_cupo, e.ocupados as edicion_ocupados, e.cancelada_en as edicion_cancelada_en`,
};

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

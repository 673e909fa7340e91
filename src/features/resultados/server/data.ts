import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { hasWords } from '../../../platform/server/db/search.ts';
import type { EstadoEdicion } from '../../cursos/contract.ts';
import { ACTIVIDAD, DE_EDICION, estadoDeEdicionSql } from '../../cursos/server/reading.ts';
import { deCual, type HallazgoRow } from '../../inscripciones/invariantes/server/reading.ts';
import { INSCRITA } from '../../inscripciones/server/reading.ts';
import { PERSONA } from '../../personas/server/reading.ts';
import type { Recuento } from '../asistencia/rules.ts';
import type { EstadoDeResultados } from '../rules.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    /** What is recorded of an enrolment while its edition has no acta: each cell with its version. */
    resultados: {
      inscripcion_id: string;
      /** `numeric` arrives as text. */
      calificacion: ColumnType<string | null, number | null | undefined, number | null>;
      calificacion_version: Generated<number>;
      observacion: Generated<string>;
      observacion_version: Generated<number>;
      actualizado_en: Generated<Date>;
      actualizado_por: string | null;
    };
  }
}

/** Of all that holds one edition's results still. */
const LOCK = 728_087;

/** Held by whoever records something: the acta is not closed meanwhile. */
export const holdAbierta = async (trx: Trx, edicionId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${LOCK}, hashtext(${edicionId}))`.execute(trx);
};

/** Held by whoever closes or corrects the acta: nobody records anything meanwhile, nor closes it too. */
export const holdCierre = async (trx: Trx, edicionId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${edicionId}))`.execute(trx);
};

export type EdicionRow = {
  id: string;
  nombre: string;
  inicia: string;
  termina: string;
  inscripcion_cierra: Date;
  cancelada_en: Date | null;
  estado: EstadoEdicion;
  curso_id: string;
  curso_version_id: string;
  curso_clave: string;
  curso_nombre: string;
  calificacion_minima: number | null;
  asistencia_minima: number | null;
  sesiones: number;
  acta_id: string | null;
  acta_folio: string | null;
  acta_version: number | null;
  acta_cerrada_en: Date | null;
};

/** An edition with its minima and its acta, if it has one. */
export const findEdicion = async (
  db: Db | Trx,
  id: string,
  ahora: Date,
): Promise<EdicionRow | undefined> => {
  const { rows } = await sql<EdicionRow>`
    select e.id, e.nombre, e.inicia, e.termina, e.inscripcion_cierra, e.cancelada_en,
      ${estadoDeEdicionSql(ahora)} as estado, e.curso_id, e.curso_version_id, c.clave as curso_clave,
      c.nombre as curso_nombre, e.calificacion_minima::float8, e.asistencia_minima,
      (select count(*)::int from ${DE_EDICION.sesiones} where s.edicion_id = e.id) as sesiones,
      a.id as acta_id, a.folio as acta_folio, a.version as acta_version, a.cerrada_en as acta_cerrada_en
    from ${ACTIVIDAD.tables}
    left join actas a on a.edicion_id = e.id
    where e.id = ${id}`.execute(db);
  return rows[0];
};

/** The closed actas of these editions. */
export const selectActasDeEdiciones = (
  db: Db | Trx,
  ediciones: readonly string[],
): Promise<{ edicion_id: string; folio: string }[]> =>
  db
    .selectFrom('actas')
    .select(['edicion_id', 'folio'])
    .where('edicion_id', '=', sql<string>`any(${ediciones}::uuid[])`)
    .execute();

/** Whether anything is marked of anybody at a session. */
export const hasMarcas = async (db: Db | Trx, sesionId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('asistencias')
    .select('sesion_id')
    .where('sesion_id', '=', sesionId)
    .where('marca', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

export type FilaRow = {
  inscripcion_id: string;
  persona_id: string;
  estado: 'inscrita' | 'acreditada' | 'noAcreditada';
  clave: string;
  curp: string | null;
  nombre: string;
  apellido_paterno: string;
  apellido_materno: string;
  grupo: string | null;
  calificacion: number | null;
  calificacion_version: number;
  observacion: string;
  observacion_version: number;
  /** Grade, remark and percentage are the acta's, whatever was captured; false: there is none, or they are not in it. */
  en_acta: boolean;
  /** Per cent, as the acta says it. */
  acta_asistencia: number | null;
} & Recuento;

/**
 * Those of an edition with a seat, by group and name, with what is recorded of each: once its acta is closed, what the acta's newest version
 * says.
 */
export const selectFilas = async (db: Db | Trx, edicionId: string): Promise<FilaRow[]> => {
  const { rows } = await sql<FilaRow>`
    with acta as (
      select f ->> 'inscripcionId' as id, f ->> 'observacion' as observacion
      from actas a join acta_versiones v on v.acta_id = a.id and v.numero = a.version,
        jsonb_array_elements(v.datos -> 'filas') f
      where a.edicion_id = ${edicionId}
    )
    select i.id as inscripcion_id, i.persona_id, i.estado, pe.clave, pe.curp, pe.nombre, pe.apellido_paterno,
      pe.apellido_materno, g.nombre as grupo, x.inscripcion_id is not null as en_acta,
      (case when x.inscripcion_id is null then r.calificacion else x.calificacion end)::float8 as calificacion,
      x.asistencia::float8 as acta_asistencia,
      coalesce(r.calificacion_version, 0) as calificacion_version, coalesce(acta.observacion, r.observacion, '') as observacion,
      coalesce(r.observacion_version, 0) as observacion_version,
      coalesce(m.asistio, 0) as asistio, coalesce(m.retardo, 0) as retardo,
      coalesce(m.justificada, 0) as justificada, coalesce(m.falta, 0) as falta,
      (t.n - coalesce(m.todas, 0))::int as "sinRegistro"
    from ${INSCRITA.tables}
    join ${PERSONA.tables} on pe.id = i.persona_id
    left join ${DE_EDICION.grupos} on g.id = i.grupo_id
    left join resultados r on r.inscripcion_id = i.id
    left join acta_resultados x on x.inscripcion_id = i.id
    left join acta on acta.id = i.id::text
    cross join lateral (select count(*)::int as n from ${DE_EDICION.sesiones}
      where s.edicion_id = i.edicion_id and (s.grupo_id is null or s.grupo_id = i.grupo_id)) t
    left join lateral (select
        count(*) filter (where a.marca = 'asistio')::int as asistio,
        count(*) filter (where a.marca = 'retardo')::int as retardo,
        count(*) filter (where a.marca = 'justificada')::int as justificada,
        count(*) filter (where a.marca = 'falta')::int as falta, count(a.marca)::int as todas
      from asistencias a join ${DE_EDICION.sesiones} on s.id = a.sesion_id
      where a.inscripcion_id = i.id and s.edicion_id = i.edicion_id
        and (s.grupo_id is null or s.grupo_id = i.grupo_id)) m on true
    where i.edicion_id = ${edicionId} and ${INSCRITA.conLugar}
    order by g.orden nulls first, g.nombre nulls first, plegar(pe.apellido_paterno),
      plegar(pe.apellido_materno), plegar(pe.nombre), i.id`.execute(db);
  return rows;
};

/** Whose the enrolments of an edition are: all of them, or those. */
export const selectPersonaIds = async (
  db: Db | Trx,
  edicionId: string,
  inscripcionIds?: readonly string[],
): Promise<string[]> => {
  const these = inscripcionIds ? sql`i.id = any(${inscripcionIds}::uuid[])` : INSCRITA.conLugar;
  const { rows } = await sql<{ persona_id: string }>`
    select distinct i.persona_id from ${INSCRITA.tables}
    where i.edicion_id = ${edicionId} and ${these}`.execute(db);
  return rows.map(({ persona_id }) => persona_id);
};

export type CeldasRow = {
  inscripcion_id: string;
  persona_id: string;
  calificacion: number | null;
  calificacion_version: number;
  observacion: string;
  observacion_version: number;
  actualizado_por: string | null;
};

/** What is recorded of these, among those being taken, held until the end of the transaction; who had nothing has now an empty row. */
export const lockResultados = async (
  trx: Trx,
  edicionId: string,
  ids: readonly string[],
): Promise<CeldasRow[]> => {
  const mine = sql`i.edicion_id = ${edicionId} and i.id = any(${ids}::uuid[])
    and ${INSCRITA.cursando}`;
  await sql`insert into resultados (inscripcion_id) select i.id from ${INSCRITA.tables} where ${mine}
    order by i.id on conflict do nothing`.execute(trx);
  const { rows } = await sql<CeldasRow>`
    select r.inscripcion_id, (select i.persona_id from ${INSCRITA.tables} where i.id = r.inscripcion_id) as persona_id,
      r.calificacion::float8, r.calificacion_version, r.observacion, r.observacion_version, r.actualizado_por
    from resultados r where r.inscripcion_id in (select i.id from ${INSCRITA.tables} where ${mine})
    order by r.inscripcion_id for update`.execute(trx);
  return rows;
};

/** Writes one cell of each of these, and says that it was written. */
export const updateCeldas = async (
  trx: Trx,
  campo: 'calificacion' | 'observacion',
  celdas: readonly { inscripcionId: string; valor: number | string | null }[],
  { por, en }: { por: string; en: Date },
): Promise<void> => {
  if (celdas.length === 0) return;
  const version = sql.ref(`${campo}_version`);
  const tipo = campo === 'calificacion' ? sql`numeric` : sql`text`;
  await sql`update resultados r set ${sql.ref(campo)} = n.valor, ${version} = r.${version} + 1,
      actualizado_en = ${en}, actualizado_por = ${por}
    from jsonb_to_recordset(${JSON.stringify(celdas)}::jsonb) as n("inscripcionId" uuid, valor ${tipo})
    where r.inscripcion_id = n."inscripcionId"`.execute(trx);
};

export type EdicionDeListaRow = {
  id: string;
  nombre: string;
  inicia: string;
  termina: string;
  curso_clave: string;
  curso_nombre: string;
  estado: EstadoEdicion;
  inscritas: number;
  calificadas: number;
  acta_folio: string | null;
  acta_version: number | null;
};

/** Editions `e` that began, were not cancelled and have somebody, by the state of their acta `a`. `hoy`: YYYY-MM-DD. */
const conResultados = (
  estado: EstadoDeResultados | undefined,
  hoy: string,
): RawBuilder<boolean> => {
  const acta = {
    cerradas: sql`a.id is not null`,
    porCerrar: sql`a.id is null and e.termina < ${hoy}`,
    enCurso: sql`a.id is null and e.termina >= ${hoy}`,
  };
  return sql<boolean>`e.cancelada_en is null and e.inicia <= ${hoy}
    and ${estado === undefined ? sql`true` : acta[estado]}
    and exists (select from ${INSCRITA.tables} where i.edicion_id = e.id and ${INSCRITA.conLugar})`;
};

/** How many editions wait for their acta to be closed, and the day on which the first of them ended. */
export const countPorCerrar = async (
  db: Db,
  hoy: string,
): Promise<{ n: number; termina: string | null }> => {
  const { rows } = await sql<{ n: number; termina: string | null }>`
    select count(*)::int as n, min(e.termina) as termina
    from ${ACTIVIDAD.tables} left join actas a on a.edicion_id = e.id
    where ${conResultados('porCerrar', hoy)}`.execute(db);
  return rows[0]!;
};

/** A page of the editions that began and have somebody, and how many there are. */
export const selectEdiciones = async (
  db: Db,
  {
    busqueda,
    estado,
    orden,
    descendente,
    desde,
    cuantas,
    ahora,
    hoy,
  }: {
    busqueda: string | undefined;
    estado: EstadoDeResultados | undefined;
    orden: 'termina' | 'curso';
    descendente: boolean;
    desde: number;
    cuantas: number;
    ahora: Date;
    hoy: string;
  },
): Promise<{ total: number; filas: EdicionDeListaRow[] }> => {
  const dir = descendente ? sql`desc` : sql`asc`;
  const where = sql`${conResultados(estado, hoy)} and ${hasWords('b.texto', { busqueda })}`;
  const from = sql`${ACTIVIDAD.tables}
    left join actas a on a.edicion_id = e.id
    cross join lateral (select plegar(c.clave || ' ' || c.nombre || ' ' || e.nombre) as texto) b`;
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from ${from} where ${where}`.execute(db);
  const by =
    orden === 'curso' ? sql`plegar(c.nombre) ${dir}, e.termina desc` : sql`e.termina ${dir}`;
  const { rows } = await sql<EdicionDeListaRow>`
    select e.id, e.nombre, e.inicia, e.termina, c.clave as curso_clave, c.nombre as curso_nombre,
      ${estadoDeEdicionSql(ahora)} as estado, a.folio as acta_folio, a.version as acta_version,
      n.inscritas, n.calificadas
    from ${from}
    cross join lateral (select count(*)::int as inscritas,
        count(*) filter (where coalesce(x.calificacion, r.calificacion) is not null)::int as calificadas
      from ${INSCRITA.tables} left join resultados r on r.inscripcion_id = i.id
      left join acta_resultados x on x.inscripcion_id = i.id
      where i.edicion_id = e.id and ${INSCRITA.conLugar}) n
    where ${where}
    order by ${by}, e.id limit ${cuantas} offset ${desde}`.execute(db);
  return { total: counted[0]!.n, filas: rows };
};

export type DeInscripcionRow = {
  inscripcion_id: string;
  /** As its acta says; null while there is none. */
  calificacion: number | null;
  asistencia: number | null;
} & Omit<Recuento, 'sinRegistro'>;

/** What is recorded of these enrolments and their person may see: what the acta says, and the attendance as it goes. */
export const selectDeInscripciones = async (
  db: Db,
  ids: readonly string[],
): Promise<DeInscripcionRow[]> => {
  const { rows } = await sql<DeInscripcionRow>`
    select i.id as inscripcion_id, x.calificacion::float8, x.asistencia::float8,
      count(*) filter (where a.marca = 'asistio')::int as asistio,
      count(*) filter (where a.marca = 'retardo')::int as retardo,
      count(*) filter (where a.marca = 'justificada')::int as justificada,
      count(*) filter (where a.marca = 'falta')::int as falta
    from ${INSCRITA.tables}
    left join acta_resultados x on x.inscripcion_id = i.id
    left join asistencias a on a.inscripcion_id = i.id
    where i.id = any(${ids}::uuid[])
    group by i.id, x.calificacion, x.asistencia`.execute(db);
  return rows;
};

/** Inscripciones that were sent once the acta of their edition was closed: they would never have a result. */
export const selectTrasElActa = async (db: Db): Promise<HallazgoRow[]> => {
  const { rows } = await sql<HallazgoRow>`
    select ${deCual('i.id')} as donde, null as dice, null as son
    from ${INSCRITA.tables} join actas ac on ac.edicion_id = i.edicion_id
    where i.enviada_en > ac.cerrada_en order by i.id limit 50`.execute(db);
  return rows;
};

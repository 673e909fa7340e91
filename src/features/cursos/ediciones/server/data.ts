import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { hasWords } from '../../../../platform/server/db/search.ts';
import { startOfDay } from '../../../../platform/shared/dates.ts';
import { itemNombre, itemReferido } from '../../../catalogos/server/reading.ts';
import { PLANTILLAS_VIGENTES, plantillaNombre } from '../../../plantillas/server/reading.ts';
import { type EstadoEdicion, type Tema, TRAMOS, type Tramo } from '../../contract.ts';
import { ACTIVIDAD, estadoDeEdicionSql } from '../../server/reading.ts';
import type { DatosDeEdicion, FiltrosEdiciones } from '../contract.ts';
import { instanteDe } from '../rules.ts';

export type EdicionListadaRow = {
  id: string;
  nombre: string;
  curso_id: string;
  curso_clave: string;
  curso_nombre: string;
  curso_tipo: string;
  inicia: string;
  termina: string;
  abre: Date;
  cierra: Date;
  sede: string | null;
  estado: EstadoEdicion;
  cupo: number;
  ocupados: number;
  por_convocatoria: boolean;
};

const listadas = (ahora: Date): RawBuilder<unknown> => sql`
  select e.id, e.nombre, c.curso_id, c.clave as curso_clave, c.nombre as curso_nombre,
    ${itemNombre('c.tipo_id')} as curso_tipo, e.inicia, e.termina, e.inscripcion_abre as abre,
    e.inscripcion_cierra as cierra, ${itemNombre('e.sede_id')} as sede,
    ${estadoDeEdicionSql(ahora)} as estado, e.cupo, e.ocupados, e.por_convocatoria
  from ${ACTIVIDAD.tables}
  join lateral (select k.busqueda || ' ' || e.busqueda as texto from cursos k where k.id = e.curso_id) b on true`;

/** True of an edition of which so much is taken. */
const isTramo = (de: Tramo): RawBuilder<unknown> => {
  const next = TRAMOS[TRAMOS.indexOf(de) + 1];
  const from = (percent: number) => sql`e.ocupados::bigint * 100 >= ${percent}::int * e.cupo`;
  return next === undefined ? from(de) : sql`(${from(de)} and not ${from(next)})`;
};

/** Something true or not of an edition `e`. */
export type DeLaEdicion = RawBuilder<boolean>;

/** The filters, with what another feature says of who is in an edition `e` in its place. */
export type FiltrosDeLista = Omit<FiltrosEdiciones, 'inscripcion'> & {
  inscripcion?: never;
  conInscripcion?: DeLaEdicion;
};

const filtered = (filtros: FiltrosDeLista, ahora: Date): RawBuilder<boolean> => {
  const { estado, curso, tipo, area, sede, desde, hasta, ocupacion } = filtros;
  const { comienzaDesde, comienzaHasta, recibeDesde, recibeHasta } = filtros;
  const asked = [
    hasWords('b.texto', filtros),
    ...(estado === 'noCanceladas' ? [sql`e.cancelada_en is null`] : []),
    ...(estado && estado !== 'noCanceladas' ? [sql`${estadoDeEdicionSql(ahora)} = ${estado}`] : []),
    ...(tipo ? [sql`c.tipo_id = ${tipo}`] : []),
    ...(area ? [sql`c.area_id = ${area}`] : []),
    ...(ocupacion === undefined ? [] : [isTramo(ocupacion)]),
    ...(comienzaDesde ? [sql`e.inicia >= ${comienzaDesde}`] : []),
    ...(comienzaHasta ? [sql`e.inicia <= ${comienzaHasta}`] : []),
    ...(recibeDesde ? [sql`e.inscripcion_cierra > ${startOfDay(recibeDesde)}`] : []),
    ...(recibeHasta ? [sql`e.inscripcion_abre < ${startOfDay(recibeHasta, 1)}`] : []),
    ...(filtros.conInscripcion ? [filtros.conInscripcion] : []),
    ...(curso ? [sql`e.curso_id = ${curso}`] : []),
    ...(sede ? [sql`e.sede_id = ${sede}`] : []),
    ...(desde ? [sql`e.termina >= ${desde}`] : []),
    ...(hasta ? [sql`e.inicia <= ${hasta}`] : []),
  ];
  return sql<boolean>`(${sql.join(asked, sql` and `)})`;
};

/** Editions by the day they begin, after one of them (null: from the beginning). */
export const selectEdiciones = async (
  db: Db,
  filtros: FiltrosDeLista,
  { after, descendente, limit }: { after: string | null; descendente: boolean; limit: number },
  ahora: Date,
): Promise<EdicionListadaRow[]> => {
  const [order, than] = descendente ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const from =
    after === null
      ? sql`true`
      : sql`(e.inicia, e.id) ${than} (select a.inicia, a.id from ediciones a where a.id = ${after})`;
  const { rows } = await sql<EdicionListadaRow>`${listadas(ahora)}
    where ${filtered(filtros, ahora)} and ${from}
    order by e.inicia ${order}, e.id ${order} limit ${limit}`.execute(db);
  return rows;
};

/** How many the filters show. */
export const countEdiciones = async (
  db: Db,
  filtros: FiltrosDeLista,
  ahora: Date,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${listadas(ahora)}
    where ${filtered(filtros, ahora)}) t`.execute(db);
  return rows[0]!.n;
};

/** How many editions the filters show, and the day on which the first of them begins. */
export const countComienzan = async (
  db: Db,
  filtros: FiltrosDeLista,
  ahora: Date,
): Promise<{ n: number; inicia: string | null }> => {
  const { rows } = await sql<{ n: number; inicia: string | null }>`
    select count(*)::int as n, min(t.inicia) as inicia from (${listadas(ahora)}
    where ${filtered(filtros, ahora)}) t`.execute(db);
  return rows[0]!;
};

/**
 * Editions that begin, end, or open or close their enrolment between two days (YYYY-MM-DD, the last one in) whose
 * first instants are `de` and, of the day after the last, `a`.
 */
export const selectEdicionesConHito = async (
  db: Db,
  filtros: FiltrosDeLista,
  entre: { desde: string; hasta: string; de: Date; a: Date },
  limit: number,
  ahora: Date,
): Promise<EdicionListadaRow[]> => {
  const { desde, hasta, de, a } = entre;
  const { rows } = await sql<EdicionListadaRow>`${listadas(ahora)}
    where ${filtered(filtros, ahora)} and (e.inicia between ${desde} and ${hasta}
      or e.termina between ${desde} and ${hasta}
      or (e.inscripcion_abre >= ${de} and e.inscripcion_abre < ${a})
      or (e.inscripcion_cierra >= ${de} and e.inscripcion_cierra < ${a}))
    order by e.inicia, e.id limit ${limit}`.execute(db);
  return rows;
};

export type EdicionRow = {
  id: string;
  version: number;
  curso_id: string;
  plantilla_id: string;
  nombre: string;
  inicia: string;
  termina: string;
  abre: Date;
  cierra: Date;
  sede_id: string | null;
  sede: string | null;
  cupo: number;
  ocupados: number;
  calificacion: number | null;
  asistencia: number | null;
  por_convocatoria: boolean;
  convocatoria_id: string | null;
  cancelada_en: Date | null;
  cancelacion_motivo: string | null;
  alternativa_id: string | null;
  alternativa: string | null;
  estado: EstadoEdicion;
  plantilla: string;
  curso_clave: string;
  curso_nombre: string;
  curso_tipo: { clave: string; nombre: string; posgrado: boolean | null };
  curso_modalidad: string;
  curso_horas: number;
  curso_temario: Tema[];
  curso_requisitos: string;
  curso_version: number;
  curso_ultima: number;
  curso_retirado: boolean;
  actualizado_en: Date;
  /** Changes with each write of the row, whoever does it: a seat that is taken, too. */
  escritura: string;
};

const guardadas = (ahora: Date): RawBuilder<unknown> => sql`
    select e.id, e.version, e.curso_id, e.plantilla_id, e.nombre, e.inicia, e.termina,
      e.inscripcion_abre as abre, e.inscripcion_cierra as cierra, e.sede_id,
      ${itemNombre('e.sede_id')} as sede, e.cupo, e.ocupados,
      e.calificacion_minima::float8 as calificacion, e.asistencia_minima as asistencia,
      e.por_convocatoria, e.convocatoria_id, e.cancelada_en, e.cancelacion_motivo, e.cancelacion_alternativa_id as alternativa_id,
      (select ac.nombre || ', ' || a.nombre from ediciones a join curso_versiones ac
        on ac.id = a.curso_version_id where a.id = e.cancelacion_alternativa_id) as alternativa,
      ${estadoDeEdicionSql(ahora)} as estado, ${plantillaNombre('e.plantilla_id')} as plantilla,
      c.clave as curso_clave, c.nombre as curso_nombre,
      ${itemReferido('c.tipo_id', 'posgrado')} as curso_tipo,
      ${itemNombre('c.modalidad_id')} as curso_modalidad, c.horas as curso_horas,
      c.temario as curso_temario, c.requisitos as curso_requisitos, c.numero as curso_version,
      (select max(u.numero) from curso_versiones u where u.curso_id = e.curso_id) as curso_ultima,
      (select k.retirado_en is not null from cursos k where k.id = e.curso_id) as curso_retirado,
      e.actualizado_en, e.xmin::text as escritura
    from ${ACTIVIDAD.tables}`;

export const findEdicionGuardada = async (
  db: Db | Trx,
  id: string,
  ahora: Date,
): Promise<EdicionRow | undefined> => {
  const { rows } = await sql<EdicionRow>`${guardadas(ahora)} where e.id = ${id}`.execute(db);
  return rows[0];
};

/** Editions of some courses with one of these names, folded. */
export const selectEdicionesPorNombre = async (
  db: Db | Trx,
  { cursos, nombres }: { cursos: readonly string[]; nombres: readonly string[] },
  ahora: Date,
): Promise<EdicionRow[]> => {
  const { rows } = await sql<EdicionRow>`${guardadas(ahora)}
    where e.curso_id = any(${cursos}::uuid[]) and e.busqueda = any(${nombres}::text[])`.execute(db);
  return rows;
};

/** Of these editions, how many seats are taken. */
export const selectOcupados = (trx: Trx, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : trx.selectFrom('ediciones').select(['id', 'ocupados']).where('id', 'in', ids).execute();

/** Whole editions, from the one that begins last, after one of them (null: from the beginning). */
export const selectEdicionesEnteras = async (
  db: Db,
  filtros: FiltrosDeLista,
  { after, limit }: { after: string | null; limit: number },
  ahora: Date,
): Promise<(EdicionRow & { curso_clave_hoy: string })[]> => {
  const from =
    after === null
      ? sql`true`
      : sql`(e.inicia, e.id) < (select a.inicia, a.id from ediciones a where a.id = ${after})`;
  const { rows } = await sql<EdicionRow & { curso_clave_hoy: string }>`
    select t.*, (select k.clave from cursos k where k.id = t.curso_id) as curso_clave_hoy from (
      ${guardadas(ahora)} join lateral (select k.busqueda || ' ' || e.busqueda as texto
        from cursos k where k.id = e.curso_id) b on true
      where ${filtered(filtros, ahora)} and ${from} order by e.inicia desc, e.id desc limit ${limit}
    ) t order by t.inicia desc, t.id desc`.execute(db);
  return rows;
};

/** Courses by their keys as they are today, whatever their case; `claves` in capitals. */
export const selectCursosDeClaves = (db: Db | Trx, claves: readonly string[]) =>
  db
    .selectFrom('cursos')
    .select(['id', 'clave', 'retirado_en'])
    .where(sql<boolean>`upper(clave) = any(${claves}::text[])`)
    .execute();

export const selectPlantillas = async (
  db: Db | Trx,
  id: string | null = null,
): Promise<{ id: string; nombre: string }[]> => {
  const { rows } = await sql<{ id: string; nombre: string }>`
    select ${PLANTILLAS_VIGENTES.columns} from ${PLANTILLAS_VIGENTES.tables}
    where ${id === null ? sql`true` : sql`p.id = ${id}`} order by p.nombre, p.id`.execute(db);
  return rows;
};

/** Courses that editions are made of, by name. */
export const selectCursosVigentes = (db: Db | Trx) =>
  db
    .selectFrom('cursos')
    .select(['id', 'clave', 'nombre'])
    .where('retirado_en', 'is', null)
    .orderBy('nombre')
    .orderBy('id')
    .execute();

/** Keeps a course from being retired or deleted until the transaction ends; null: there is none. */
export const holdCurso = (trx: Trx, id: string) =>
  trx
    .selectFrom('cursos')
    .select(['id', 'clave', 'nombre', 'retirado_en'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();

const columnsOf = (datos: DatosDeEdicion, ahora: Date) => ({
  plantilla_id: datos.plantillaId,
  nombre: datos.nombre,
  inicia: datos.inicia,
  termina: datos.termina,
  inscripcion_abre: instanteDe(datos.inscripcionAbre)!,
  inscripcion_cierra: instanteDe(datos.inscripcionCierra)!,
  sede_id: datos.sedeId,
  cupo: datos.cupo!,
  calificacion_minima: datos.calificacionMinima,
  asistencia_minima: datos.asistenciaMinima,
  actualizado_en: ahora,
});

export const insertEdicion = (trx: Trx, datos: DatosDeEdicion, ahora: Date) =>
  trx
    .insertInto('ediciones')
    .values({
      ...columnsOf(datos, ahora),
      curso_id: datos.cursoId,
      cancelada_en: null,
      creado_en: ahora,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** As many as one statement takes. */
const AT_ONCE = 500;

/** Editions with the ids that they are to have. */
export const insertEdicionesImportadas = async (
  trx: Trx,
  ediciones: readonly { id: string; datos: DatosDeEdicion }[],
  ahora: Date,
): Promise<void> => {
  for (let i = 0; i < ediciones.length; i += AT_ONCE) {
    const values = ediciones.slice(i, i + AT_ONCE).map(({ id, datos }) => ({
      id,
      ...columnsOf(datos, ahora),
      curso_id: datos.cursoId,
      cancelada_en: null,
      creado_en: ahora,
    }));
    await trx.insertInto('ediciones').values(values).execute();
  }
};

/** Writes over many editions, each with all that it will say; none has fewer seats than are taken at that moment. */
export const updateEdiciones = async (
  trx: Trx,
  ediciones: readonly { id: string; datos: DatosDeEdicion }[],
  ahora: Date,
): Promise<void> => {
  if (ediciones.length === 0) return;
  const rows = ediciones.map(({ id, datos }) => ({ id, ...columnsOf(datos, ahora) }));
  await sql`update ediciones e set plantilla_id = r.plantilla_id, nombre = r.nombre, inicia = r.inicia,
      termina = r.termina, inscripcion_abre = r.inscripcion_abre, inscripcion_cierra = r.inscripcion_cierra,
      sede_id = r.sede_id, cupo = greatest(r.cupo, e.ocupados), calificacion_minima = r.calificacion_minima,
      asistencia_minima = r.asistencia_minima, actualizado_en = ${ahora}, version = e.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, plantilla_id uuid, nombre text,
      inicia date, termina date, inscripcion_abre timestamptz, inscripcion_cierra timestamptz,
      sede_id uuid, cupo int, calificacion_minima numeric, asistencia_minima smallint)
    where e.id = r.id`.execute(trx);
};

/**
 * Writes over the version that was edited; false when it is no longer that one, or more seats are taken than it would
 * have. With `nueva` its course is another and so is what it is given under.
 */
export const updateEdicion = async (
  trx: Trx,
  { id, version }: { id: string; version: number },
  datos: DatosDeEdicion,
  { ahora, cursoAntes }: { ahora: Date; cursoAntes: string },
): Promise<boolean> => {
  const result = await trx
    .updateTable('ediciones')
    .set((eb) => ({
      ...columnsOf(datos, ahora),
      version: eb('version', '+', 1),
      ...(cursoAntes !== datos.cursoId && {
        curso_id: datos.cursoId,
        curso_version_id: sql<string>`(select v.id from curso_versiones v
          where v.curso_id = ${datos.cursoId} order by v.numero desc limit 1)`,
      }),
    }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('cancelada_en', 'is', null)
    .where('ocupados', '<=', datos.cupo!)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** Whether one enters an edition by a call. Nothing is written when it is so already. */
export const updatePorConvocatoria = async (
  trx: Trx,
  id: string,
  porConvocatoria: boolean,
): Promise<boolean> => {
  const result = await trx
    .updateTable('ediciones')
    .set((eb) => ({ por_convocatoria: porConvocatoria, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('por_convocatoria', '<>', porConvocatoria)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** False when it is no longer the version that was seen. */
export const removeEdicion = async (
  trx: Trx,
  { id, version }: { id: string; version: number },
): Promise<boolean> => {
  const result = await trx
    .deleteFrom('ediciones')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
};

export const selectNombresDeEdicion = async (db: Db, ids: readonly string[]) => {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; nombre: string }>`
    select e.id, c.nombre || ', ' || e.nombre as nombre from ${ACTIVIDAD.tables}
    where e.id = any(${ids}::uuid[])`.execute(db);
  return rows;
};

import { type ColumnType, type Generated, sql } from 'kysely';
import { countRows } from '../../../platform/server/db/cursor.ts';
import { inEstado } from '../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { hasWords } from '../../../platform/server/db/search.ts';
import { Ilegible } from '../../../platform/shared/formatos.ts';
import { NO_SE_LEE } from '../../../platform/shared/ilegible.ts';
import {
  ACTIVIDAD,
  type ActividadRow,
  CURSO_DE_HOY,
  type CursoDeHoyRow,
  SE_OFRECE,
} from '../../cursos/server/reading.ts';
import { CURSADA, type CursadaRow } from '../../inscripciones/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../personas/server/reading.ts';
import { versionEnVigor } from '../../plantillas/server/reading.ts';
import { leerRuta, RUTA_ILEGIBLE } from '../contract.ts';
import { type EstadoVersionRuta, VERSION_RUTA } from '../estados.ts';
import type { DefinicionRuta } from '../rules.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    rutas: { id: Generated<string>; clave: string; creado_en: Generated<Date> };
    /** What a route is made of; a published one never changes (the database refuses it). */
    ruta_versiones: {
      id: Generated<string>;
      ruta_id: string;
      numero: number;
      estado: EstadoVersionRuta;
      /** Of whatever format: it is read with `leerRuta`. */
      definicion: ColumnType<unknown, string, string>;
      nota: Generated<string>;
      version: Generated<number>;
      publicada_en: Date | null;
      archivada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      creado_en: Generated<Date>;
      actualizado_en: Generated<Date>;
    };
    ruta_cursos: { version_id: string; curso_id: string };
    ruta_personas: {
      id: Generated<string>;
      ruta_id: string;
      version_id: string;
      persona_id: string;
      origen: 'propia' | 'curso';
      comenzada_en: Date;
      completada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
    };
  }
}

const EN_VIGOR = sql`(select p.id from ruta_versiones p where p.ruta_id = r.id
  and ${inEstado(VERSION_RUTA, 'p.estado', 'publicada')})`;

type VisibleRow = {
  id: string;
  clave: string;
  version_id: string;
  numero: number;
  estado: EstadoVersionRuta;
  definicion: DefinicionRuta;
  publicada_en: Date | null;
  /** Number of the version in force; null: nobody begins it any more. */
  en_vigor: number | null;
  comenzada_en: Date | null;
  completada_en: Date | null;
};

/** Rows with their definition read. */
const readRows = <R extends { definicion: DefinicionRuta }>(rows: readonly R[]): R[] =>
  rows.map((row) => ({ ...row, definicion: leerRuta(row.definicion) }));

/** One of them that is about it alone. @throws {Ilegible} */
export const requireLegible = <R extends { definicion: DefinicionRuta }>(row: R): R => {
  if (row.definicion === RUTA_ILEGIBLE)
    throw new Ilegible(new Error('a version of a route is not as it was kept'));
  return row;
};

/**
 * Routes as somebody sees them: under the version with which they began, or the one in force. Those that are neither
 * offered nor theirs are not there. By name.
 */
export const selectRutasDe = async (
  db: Db | Trx,
  { personaId, rutaId }: { personaId: string | null; rutaId?: string },
): Promise<VisibleRow[]> => {
  const { rows } = await sql<VisibleRow>`
    select r.id, r.clave, v.id as version_id, v.numero, v.estado, v.definicion, v.publicada_en,
      (select p.numero from ruta_versiones p where p.id = ${EN_VIGOR}) as en_vigor,
      rp.comenzada_en, rp.completada_en
    from rutas r
    left join ruta_personas rp on rp.ruta_id = r.id and rp.persona_id = ${personaId}
    join ruta_versiones v on v.id = coalesce(rp.version_id, ${EN_VIGOR})
    where ${rutaId === undefined ? sql`true` : sql`r.id = ${rutaId}`}
    order by v.definicion ->> 'nombre', r.id`.execute(db);
  return readRows(rows);
};

export type RutaVisible = VisibleRow;

/** Courses as they are today. */
export const selectCursos = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<CursoDeHoyRow[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<CursoDeHoyRow>`
    select ${CURSO_DE_HOY.columns} from ${CURSO_DE_HOY.tables} where k.id = any(${ids}::uuid[])
    order by k.clave`.execute(db);
  return rows;
};

/** The first courses that have all the words, of those that are still given. */
export const searchCursos = async (db: Db, busqueda: string): Promise<CursoDeHoyRow[]> => {
  const { rows } = await sql<CursoDeHoyRow>`
    select ${CURSO_DE_HOY.columns}
    from ${CURSO_DE_HOY.tables}
      cross join lateral (select plegar(k.clave || ' ' || k.nombre) as palabras) w
    where k.retirado_en is null and ${hasWords('w.palabras', { busqueda })}
    order by k.nombre, k.id limit 20`.execute(db);
  return rows;
};

/** Editions of these courses whose enrolment has not closed, the first that begins first. */
export const selectEdicionesPorCerrar = async (
  db: Db,
  cursoIds: readonly string[],
  ahora: Date,
): Promise<ActividadRow[]> => {
  if (cursoIds.length === 0) return [];
  const { rows } = await sql<ActividadRow>`
    select ${ACTIVIDAD.columns} from ${ACTIVIDAD.tables}
    where e.curso_id = any(${cursoIds}::uuid[]) and e.cancelada_en is null
      and e.inscripcion_cierra > ${ahora} and ${SE_OFRECE} and ${versionEnVigor('e.plantilla_id')} is not null
    order by e.inicia, e.termina, e.id limit 600`.execute(db);
  return rows;
};

/** What these people took or are taking of these courses. */
export const selectCursadas = async (
  db: Db | Trx,
  personaIds: readonly string[],
  cursoIds: readonly string[],
): Promise<CursadaRow[]> => {
  if (cursoIds.length === 0 || personaIds.length === 0) return [];
  const { rows } = await sql<CursadaRow>`
    select ${CURSADA.columns} from ${CURSADA.tables}
    where i.persona_id = any(${personaIds}::uuid[]) and e.curso_id = any(${cursoIds}::uuid[])
      and ${CURSADA.conLugar}
    order by e.termina, e.id`.execute(db);
  return rows;
};

export const findRuta = (db: Db | Trx, id: string) =>
  db.selectFrom('rutas').select(['id', 'clave']).where('id', '=', id).executeTakeFirst();

export type FilaRow = {
  id: string;
  clave: string;
  nombre: string;
  en_vigor: number | null;
  borrador: number | null;
  cursos: number;
  personas: number;
  completadas: number;
  actualizado_en: Date;
  total: number;
};

/** What a version `v` calls itself, also where nothing more of it can be read. */
const NOMBRE = sql<string>`coalesce(v.definicion ->> 'nombre', ${NO_SE_LEE})`;

/** A page of all the routes: each is called as its newest version calls it. */
export const selectRutas = async (
  db: Db,
  at: {
    busqueda?: string | undefined;
    orden: string;
    descendente: boolean;
    pagina: number;
    porPagina: number;
  },
): Promise<FilaRow[]> => {
  const order = sql.raw(
    `${at.orden === 'nombre' ? "v.definicion ->> 'nombre'" : 'v.actualizado_en'} ${at.descendente ? 'desc' : 'asc'}`,
  );
  const { rows } = await sql<FilaRow>`
    select r.id, r.clave, ${NOMBRE} as nombre,
      (select p.numero from ruta_versiones p where p.id = ${EN_VIGOR}) as en_vigor,
      case when ${inEstado(VERSION_RUTA, 'v.estado', 'borrador')} then v.numero end as borrador,
      (select count(*)::int from ruta_cursos rc where rc.version_id = v.id) as cursos,
      (select count(*)::int from ruta_personas rp where rp.ruta_id = r.id) as personas,
      (select count(rp.completada_en)::int from ruta_personas rp where rp.ruta_id = r.id) as completadas,
      v.actualizado_en, count(*) over ()::int as total
    from rutas r
      join lateral (select * from ruta_versiones x where x.ruta_id = r.id order by x.numero desc limit 1) v on true
      cross join lateral (select plegar(r.clave || ' ' || ${NOMBRE}) as palabras) w
    where ${hasWords('w.palabras', { busqueda: at.busqueda })}
    order by ${order}, r.id limit ${at.porPagina} offset ${(at.pagina - 1) * at.porPagina}`.execute(
    db,
  );
  return rows;
};

export type PersonaDeRutaRow = PersonaRow & {
  id: string;
  persona_id: string;
  version_id: string;
  numero: number;
  definicion: DefinicionRuta;
  comenzada_en: Date;
  completada_en: Date | null;
};

type DeRuta = { rutaId: string; estado?: 'enCurso' | 'completada' | undefined };

const ofState = ({ estado }: DeRuta) => {
  if (estado === undefined) return sql<boolean>`true`;
  return estado === 'completada'
    ? sql<boolean>`rp.completada_en is not null`
    : sql<boolean>`rp.completada_en is null`;
};

/** Who is in a route, the last who began first, from after one of them. */
export const selectPersonasDeRuta = async (
  db: Db | Trx,
  of: DeRuta,
  { after, reversed, limit }: { after: string | null; reversed: boolean; limit: number },
): Promise<PersonaDeRutaRow[]> => {
  const from =
    after === null
      ? sql`true`
      : sql`(rp.comenzada_en, rp.id) ${sql.raw(reversed ? '>' : '<')}
          (select a.comenzada_en, a.id from ruta_personas a where a.id = ${after})`;
  const order = sql.raw(reversed ? 'asc' : 'desc');
  const { rows } = await sql<PersonaDeRutaRow>`
    select rp.id, rp.persona_id, rp.version_id, v.numero, v.definicion, rp.comenzada_en, rp.completada_en,
      ${PERSONA.columns}
    from ruta_personas rp join ruta_versiones v on v.id = rp.version_id
      join ${PERSONA.tables} on pe.id = rp.persona_id
    where rp.ruta_id = ${of.rutaId} and ${ofState(of)} and ${from}
    order by rp.comenzada_en ${order}, rp.id ${order} limit ${limit}`.execute(db);
  return readRows(rows);
};

/** How many are in it; null: more than are counted. */
export const countPersonasDeRuta = (db: Db, of: DeRuta): Promise<number | null> =>
  countRows(
    db,
    db
      .selectFrom('ruta_personas as rp')
      .select('rp.id')
      .where('rp.ruta_id', '=', of.rutaId)
      .where(ofState(of)),
  );

/** How routes are called, by their id: as the newest version calls each. */
export const selectNombresDeRuta = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ ruta_id: string; nombre: string }>`
    select distinct on (v.ruta_id) v.ruta_id, ${NOMBRE} as nombre from ruta_versiones v
    where v.ruta_id = any(${ids}::uuid[]) order by v.ruta_id, v.numero desc`.execute(db);
  return new Map(rows.map(({ ruta_id, nombre }) => [ruta_id, nombre]));
};

/** Of somebody's row `t` in a route, when their data are cancelled: they completed it. */
export const wasCompleted = sql<boolean>`(t.completada_en is not null)`;

/** Every course's id by its key: for a demonstration. */
export const selectCursosPorClave = async (trx: Trx): Promise<{ id: string; clave: string }[]> => {
  const { rows } = await sql<{ id: string; clave: string }>`
    select k.id, k.clave from ${CURSO_DE_HOY.tables}`.execute(trx);
  return rows;
};

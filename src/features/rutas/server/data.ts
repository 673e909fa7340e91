import { type ColumnType, type Generated, sql } from 'kysely';
import { estimateRows } from '../../../platform/server/db/cursor.ts';
import { inEstado, mayTake } from '../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { hasWords } from '../../../platform/server/db/search.ts';
import {
  ACTIVIDAD,
  type ActividadRow,
  CURSO_DE_HOY,
  type CursoDeHoyRow,
} from '../../cursos/server/reading.ts';
import { CURSADA, type CursadaRow } from '../../inscripciones/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../personas/server/reading.ts';
import { versionEnVigor } from '../../plantillas/server/reading.ts';
import { DEFINICION_RUTA } from '../contract.ts';
import { type EstadoVersionRuta, VERSION_RUTA } from '../estados.ts';
import { cursosDe, type DefinicionRuta } from '../rules.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    rutas: { id: Generated<string>; clave: string; creado_en: Generated<Date> };
    /** What a route is made of; a published one never changes (the database refuses it). */
    ruta_versiones: {
      id: Generated<string>;
      ruta_id: string;
      numero: number;
      estado: EstadoVersionRuta;
      /** Of whatever format: it is read with `DEFINICION_RUTA`. */
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

const readRows = <R extends { definicion: DefinicionRuta }>(rows: readonly R[]): R[] =>
  rows.map((row) => ({ ...row, definicion: DEFINICION_RUTA.read(row.definicion) }));

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
      and e.inscripcion_cierra > ${ahora} and ${versionEnVigor('e.plantilla_id')} is not null
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

/** A route, held until the transaction ends: its versions are written one at a time. */
export const lockRuta = (trx: Trx, id: string) =>
  trx
    .selectFrom('rutas')
    .select(['id', 'clave'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const findRuta = (db: Db | Trx, id: string) =>
  db.selectFrom('rutas').select(['id', 'clave']).where('id', '=', id).executeTakeFirst();

export type VersionRow = {
  id: string;
  ruta_id: string;
  numero: number;
  estado: EstadoVersionRuta;
  definicion: DefinicionRuta;
  nota: string;
  version: number;
  publicada_en: Date | null;
  archivada_en: Date | null;
  actualizado_en: Date;
  personas: number;
};

/** All versions of a route, the newest first. */
export const selectVersiones = async (db: Db | Trx, rutaId: string): Promise<VersionRow[]> => {
  const { rows } = await sql<VersionRow>`
    select v.id, v.ruta_id, v.numero, v.estado, v.definicion, v.nota, v.version, v.publicada_en, v.archivada_en,
      v.actualizado_en, (select count(*)::int from ruta_personas rp where rp.version_id = v.id) as personas
    from ruta_versiones v where v.ruta_id = ${rutaId} order by v.numero desc`.execute(db);
  return readRows(rows);
};

/** A new route; false when its clave is another's. The constraint decides. */
export const insertRuta = async (
  trx: Trx,
  row: { id: string; clave: string; creado_en: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('rutas')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

const replaceCursos = async (trx: Trx, versionId: string, definicion: DefinicionRuta) => {
  await trx.deleteFrom('ruta_cursos').where('version_id', '=', versionId).execute();
  const cursos = cursosDe(definicion);
  if (cursos.length === 0) return;
  await trx
    .insertInto('ruta_cursos')
    .values(cursos.map((curso_id) => ({ version_id: versionId, curso_id })))
    .execute();
};

/** A draft, numbered after the last version; null when there is one already. */
export const insertBorrador = async (
  trx: Trx,
  { rutaId, definicion, ahora }: { rutaId: string; definicion: DefinicionRuta; ahora: Date },
): Promise<{ id: string; numero: number } | null> => {
  const row = await trx
    .insertInto('ruta_versiones')
    .values((eb) => ({
      ruta_id: rutaId,
      numero: eb
        .selectFrom('ruta_versiones as v')
        .select(sql<number>`coalesce(max(v.numero), 0) + 1`.as('numero'))
        .where('v.ruta_id', '=', rutaId),
      estado: VERSION_RUTA.pasos.escribir.a,
      definicion: DEFINICION_RUTA.write(definicion),
      publicada_en: null,
      creado_en: ahora,
      actualizado_en: ahora,
    }))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'numero'])
    .executeTakeFirst();
  if (!row) return null;
  await replaceCursos(trx, row.id, definicion);
  return row;
};

/** Saves the draft that was read as `version`; null when it is another by now, or none. */
export const updateBorrador = async (
  trx: Trx,
  {
    rutaId,
    version,
    definicion,
    ahora,
  }: { rutaId: string; version: number; definicion: DefinicionRuta; ahora: Date },
): Promise<{ id: string; version: number } | null> => {
  const row = await trx
    .updateTable('ruta_versiones')
    .set((eb) => ({
      definicion: DEFINICION_RUTA.write(definicion),
      version: eb('version', '+', 1),
      actualizado_en: ahora,
    }))
    .where('ruta_id', '=', rutaId)
    .where('version', '=', version)
    .where(mayTake(VERSION_RUTA, 'publicar'))
    .returning(['id', 'version'])
    .executeTakeFirst();
  if (!row) return null;
  await replaceCursos(trx, row.id, definicion);
  return row;
};

/** Drops the draft, and the route with it when it never had another version. Null when it is another by now, or none. */
export const deleteBorrador = async (
  trx: Trx,
  rutaId: string,
  version: number,
): Promise<{ borrada: boolean } | null> => {
  const { numDeletedRows } = await trx
    .deleteFrom('ruta_versiones')
    .where('ruta_id', '=', rutaId)
    .where('version', '=', version)
    .where(mayTake(VERSION_RUTA, 'descartar'))
    .executeTakeFirst();
  if (numDeletedRows === 0n) return null;
  const gone = await trx
    .deleteFrom('rutas')
    .where('id', '=', rutaId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ruta_versiones as v').select('v.id').where('v.ruta_id', '=', rutaId))),
    )
    .executeTakeFirst();
  return { borrada: gone.numDeletedRows === 1n };
};

/** Takes the version in force out of it; false when there was none. */
export const archivePublicada = async (trx: Trx, rutaId: string, ahora: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('ruta_versiones')
    .set({ estado: VERSION_RUTA.pasos.archivar.a, archivada_en: ahora, actualizado_en: ahora })
    .where('ruta_id', '=', rutaId)
    .where(mayTake(VERSION_RUTA, 'archivar'))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Puts the draft in force; null when it is another by now, or none. First the one in force leaves. */
export const publishBorrador = async (
  trx: Trx,
  { rutaId, version, nota, ahora }: { rutaId: string; version: number; nota: string; ahora: Date },
): Promise<{ id: string; numero: number } | null> =>
  (await trx
    .updateTable('ruta_versiones')
    .set({
      estado: VERSION_RUTA.pasos.publicar.a,
      nota,
      publicada_en: ahora,
      actualizado_en: ahora,
    })
    .where('ruta_id', '=', rutaId)
    .where('version', '=', version)
    .where(mayTake(VERSION_RUTA, 'publicar'))
    .returning(['id', 'numero'])
    .executeTakeFirst()) ?? null;

type EnRuta = { id: string; ruta_id: string; version_id: string; persona_id: string };

/** Somebody begins a route under a version; null when they were in it. */
export const insertPersonaDeRuta = async (
  trx: Trx,
  row: { rutaId: string; versionId: string; personaId: string; ahora: Date },
): Promise<EnRuta | null> =>
  (await trx
    .insertInto('ruta_personas')
    .values({
      ruta_id: row.rutaId,
      version_id: row.versionId,
      persona_id: row.personaId,
      origen: 'propia',
      comenzada_en: row.ahora,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'ruta_id', 'version_id', 'persona_id'])
    .executeTakeFirst()) ?? null;

/**
 * Whoever began a course of a route while its version in force was in force is in it, under that version: of one route,
 * or of these people in any. Gives those who were not yet.
 */
export const insertPersonasPorCurso = async (
  trx: Trx,
  of: { rutaId: string } | { personaIds: readonly string[] },
): Promise<EnRuta[]> => {
  const { rows } = await sql<EnRuta>`
    insert into ruta_personas (ruta_id, version_id, persona_id, origen, comenzada_en)
    select v.ruta_id, v.id, i.persona_id, 'curso', min(i.actualizado_en)
    from ruta_versiones v
      join ruta_cursos rc on rc.version_id = v.id
      join ${CURSADA.tables} on e.curso_id = rc.curso_id
      join ${PERSONA.tables} on pe.id = i.persona_id
    where ${inEstado(VERSION_RUTA, 'v.estado', 'publicada')} and ${CURSADA.conLugar}
      and e.cancelada_en is null and i.actualizado_en >= v.publicada_en
      and ${'rutaId' in of ? sql`v.ruta_id = ${of.rutaId}` : sql`i.persona_id = any(${of.personaIds}::uuid[])`}
      and not exists (select from ruta_personas ya where ya.ruta_id = v.ruta_id and ya.persona_id = i.persona_id)
    group by v.ruta_id, v.id, i.persona_id
    order by v.ruta_id, i.persona_id
    on conflict do nothing
    returning id, ruta_id, version_id, persona_id`.execute(trx);
  return rows;
};

export type EnRutaRow = EnRuta & {
  clave: string;
  comenzada_en: Date;
  completada_en: Date | null;
  definicion: DefinicionRuta;
};

/**
 * In which routes these people are, held until the transaction ends: two results of one person that are recorded at once
 * are looked at one after the other, and the second sees both.
 */
export const lockRutasDe = async (
  trx: Trx,
  personaIds: readonly string[],
): Promise<EnRutaRow[]> => {
  const { rows } = await sql<EnRutaRow>`
    select rp.id, rp.ruta_id, rp.version_id, rp.persona_id, rp.comenzada_en, rp.completada_en, r.clave, v.definicion
    from ruta_personas rp join ruta_versiones v on v.id = rp.version_id join rutas r on r.id = rp.ruta_id
    where rp.persona_id = any(${personaIds}::uuid[]) order by rp.id for update of rp`.execute(trx);
  const read = new Map<string, DefinicionRuta>();
  return rows.map((row) => {
    const definicion = read.get(row.version_id) ?? DEFINICION_RUTA.read(row.definicion);
    read.set(row.version_id, definicion);
    return { ...row, definicion };
  });
};

/** Says since when these are complete (null: they are not any more); gives those that said otherwise. */
export const setCompletadas = async (
  trx: Trx,
  ids: readonly string[],
  en: Date | null,
): Promise<string[]> => {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('ruta_personas')
    .set({ completada_en: en })
    .where('id', 'in', ids)
    .where('completada_en', en === null ? 'is not' : 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

export const deletePersonasDeRuta = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await trx.deleteFrom('ruta_personas').where('id', 'in', ids).execute();
};

export const movePersonasDeRuta = (trx: Trx, de: string, a: string) =>
  trx
    .updateTable('ruta_personas')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .returning(['id', 'ruta_id'])
    .execute();

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
    select r.id, r.clave, v.definicion ->> 'nombre' as nombre,
      (select p.numero from ruta_versiones p where p.id = ${EN_VIGOR}) as en_vigor,
      case when ${inEstado(VERSION_RUTA, 'v.estado', 'borrador')} then v.numero end as borrador,
      (select count(*)::int from ruta_cursos rc where rc.version_id = v.id) as cursos,
      (select count(*)::int from ruta_personas rp where rp.ruta_id = r.id) as personas,
      (select count(rp.completada_en)::int from ruta_personas rp where rp.ruta_id = r.id) as completadas,
      v.actualizado_en, count(*) over ()::int as total
    from rutas r
      join lateral (select * from ruta_versiones x where x.ruta_id = r.id order by x.numero desc limit 1) v on true
      cross join lateral (select plegar(r.clave || ' ' || (v.definicion ->> 'nombre')) as palabras) w
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

/** About how many are in it; null: nobody knows. */
export const estimatePersonasDeRuta = (db: Db, of: DeRuta): Promise<number | null> =>
  estimateRows(
    db,
    'ruta_personas',
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
    select distinct on (ruta_id) ruta_id, definicion ->> 'nombre' as nombre from ruta_versiones
    where ruta_id = any(${ids}::uuid[]) order by ruta_id, numero desc`.execute(db);
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

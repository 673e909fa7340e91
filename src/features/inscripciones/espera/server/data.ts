import { type RawBuilder, sql } from 'kysely';
import { inEstado, inGrupo, mayTake } from '../../../../platform/server/db/estados.ts';
import { fixedCall, fixedQuery } from '../../../../platform/server/db/fixed.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { readJoined } from '../../../../platform/server/db/joined.ts';
import { readShared } from '../../../../platform/server/db/shared.ts';
import type { Libres } from '../../../cursos/lugares/rules.ts';
import { ACTIVIDAD } from '../../../cursos/server/reading.ts';
import type { Reparto } from '../../../plantillas/cupos/contract.ts';
import { VERSION_DE, versionEnVigor } from '../../../plantillas/server/reading.ts';
import { type Estado, INSCRIPCION } from '../../estados.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    /** How many wait without an offer, by when they sent it and their points (migration 0137); written by the database alone. */
    edicion_filas: {
      edicion_id: string;
      grupo_id: string;
      nivel: number;
      cubeta: number;
      puntos: number;
      n: number;
    };
    /** Who came into a line and who left it, not counted in `edicion_filas` yet. */
    edicion_filas_cambios: {
      edicion_id: string;
      grupo_id: string;
      /** 64ths of a second since 1970 (migration 0157). */
      instante: number;
      puntos: number;
      n: number;
    };
    /** Who waits without an offer, once for each quota that they are of (migration 0146); written by the database alone. */
    edicion_filas_cupos: {
      edicion_id: string;
      grupo_id: string;
      clave: string;
      puntos: number;
      enviada_en: Date;
      inscripcion_id: string;
    };
  }
}

const waits = (alias: string) => inEstado(INSCRIPCION, `${alias}.estado`, 'enListaDeEspera');

/** Waits, and no seat is kept for them: literally what the indexes of the line are of. */
const waitsStill = (alias: string) =>
  sql<boolean>`${waits(alias)} and ${sql.ref(`${alias}.lugar_vence_en`)} is null`;

/** Of no group, where groups are told apart. */
const SIN_GRUPO = '00000000-0000-0000-0000-000000000000';
const grupoDe = (alias: string) =>
  sql`coalesce(${sql.ref(`${alias}.grupo_id`)}, ${sql.lit(SIN_GRUPO)})`;

/** The order of the line. `id`: the column of `alias` that says whose inscripción it is. */
const orden = (reparto: Reparto, alias: string, id = 'id'): RawBuilder<unknown> => {
  const turno = sql`${sql.ref(`${alias}.enviada_en`)}, ${sql.ref(`${alias}.${id}`)}`;
  return reparto.alLlenarse === 'esperaPorPuntos'
    ? sql`${sql.ref(`${alias}.puntos`)} desc, ${turno}`
    : turno;
};

/** True of `w`, who waits, when they go before `i`. */
const isBefore = (reparto: Reparto): RawBuilder<boolean> => {
  const turno = sql`(w.enviada_en, w.id) < (i.enviada_en, i.id)`;
  return reparto.alLlenarse === 'esperaPorPuntos'
    ? sql<boolean>`(w.puntos > i.puntos or (w.puntos = i.puntos and ${turno}))`
    : sql<boolean>`${turno}`;
};

/** Changes of a line that may wait for the job's round before they are counted: whoever asks for a place adds them up. */
const MAX_POR_CONTAR = 250;

/** Whose place is asked for; in a line by points, or not. */
type EnLinea = { readonly id: string; readonly porPuntos: boolean };
type Lugar = { lugar: number | null; total: number; pendientes: number };

const filasLugar = fixedCall(
  'f.lugar, f.total, f.pendientes',
  'unnest',
  ['uuid[]', 'boolean[]'],
  'with ordinality q (id, por_puntos, orden) cross join lateral fila_lugar(q.id, q.por_puntos) f order by q.orden',
);

const readLugares = (db: Db | Trx, asked: readonly EnLinea[]): Promise<readonly Lugar[]> =>
  readShared(db, {
    query: filasLugar([asked.map(({ id }) => id), asked.map(({ porPuntos }) => porPuntos)]),
    read: ({ rows }) => rows as Lugar[],
  });

/**
 * Where somebody is in the line of their edition and group (the first is 1), of how many, for the same work whoever waits. Those
 * who have been offered a seat go first. `porContar`: so much changed that whoever writes should `countFila`.
 */
export const findLugarEnFila = async (
  db: Db | Trx,
  id: string,
  reparto: Reparto,
): Promise<{ lugar: number; total: number; porContar: boolean } | undefined> => {
  const porPuntos = reparto.alLlenarse === 'esperaPorPuntos';
  const { lugar, total, pendientes } = await readJoined(db, readLugares, { id, porPuntos });
  return lugar === null ? undefined : { lugar, total, porContar: pendientes > MAX_POR_CONTAR };
};

/** Takes what changed in an edition's line into what is counted of it. Gives how many changes. */
export const countFila = async (db: Db, edicionId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select fila_plegar(${edicionId}) as n`.execute(db);
  return rows[0]!.n;
};

/** Editions whose line changed since it was counted. */
export const selectFilasPorContar = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct edicion_id as id from edicion_filas_cambios`.execute(db);
  return rows.map(({ id }) => id);
};

/** Those who go before somebody in line, the first ones: what is published of the order to those who wait. */
export const selectDelante = async (
  db: Db,
  id: string,
  reparto: Reparto,
  limit: number,
): Promise<{ puntos: number; enviada_en: Date; ofrecido: boolean }[]> => {
  const mine = sql`from inscripciones i join inscripciones w on w.edicion_id = i.edicion_id and ${grupoDe('w')} = ${grupoDe('i')}
    and w.id <> i.id where i.id = ${id}`;
  const { rows } = await sql<{ puntos: number; enviada_en: Date; ofrecido: boolean }>`
    select w.puntos, w.enviada_en, w.ofrecido from (
      (select w.id, w.puntos, w.enviada_en, true as ofrecido ${mine} and w.lugar_vence_en is not null
        order by ${orden(reparto, 'w')} limit ${limit})
      union all
      (select w.id, w.puntos, w.enviada_en, false ${mine} and ${waitsStill('w')} and ${isBefore(reparto)}
        order by ${orden(reparto, 'w')} limit ${limit})
    ) w order by w.ofrecido desc, ${orden(reparto, 'w')} limit ${limit}`.execute(db);
  return rows;
};

/** An edition in which somebody waits, with the version that says how its seats are given out. */
export type FilaRow = {
  edicion_id: string;
  inicia: string;
  cierra: Date;
  cancelada: boolean;
  /** One enters it by a call: that says who is next. */
  por_convocatoria: boolean;
  /** Seats in all. */
  lugares: number;
  version_definicion: unknown;
};

/** The version in force of an edition's plantilla, or the newest under which somebody waits. */
const FILA = sql`
  select e.id as edicion_id, e.inicia, e.inscripcion_cierra as cierra, e.cancelada_en is not null as cancelada,
    e.por_convocatoria, e.cupo as lugares, v.definicion as version_definicion
  from ${ACTIVIDAD.tables} join ${VERSION_DE.tables} on v.id = coalesce(${versionEnVigor('e.plantilla_id')},
    (select w.plantilla_version_id from inscripciones w where w.edicion_id = e.id and ${waits('w')}
      order by w.enviada_en desc limit 1))`;

export const findFila = async (db: Db | Trx, edicionId: string): Promise<FilaRow | undefined> => {
  const { rows } = await sql<FilaRow>`${FILA} where e.id = ${edicionId}`.execute(db);
  return rows[0];
};

/** Editions in which somebody waits without an offer. */
export const selectEdicionesConFila = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct w.edicion_id as id from inscripciones w where ${waits('w')} and w.lugar_vence_en is null`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

export type EnFilaRow = {
  id: string;
  persona_id: string;
  grupo_id: string | null;
  cupos: string[];
};

/** The first of each group `q` with a seat, as `p`: of all who wait, or of each quota that has seats. */
const primeros = (edicionId: string, { reparto, libres }: { reparto: Reparto; libres: Libres }) =>
  libres.general
    ? sql`cross join lateral (select w.id, w.puntos, w.enviada_en from inscripciones w
        where w.edicion_id = ${edicionId} and ${grupoDe('w')} = q.id and ${waitsStill('w')}
        order by ${orden(reparto, 'w')} limit 1) p`
    : sql`cross join unnest(${libres.cupos}::text[]) k (clave)
        cross join lateral (select c.inscripcion_id as id, c.puntos, c.enviada_en from edicion_filas_cupos c
          where c.edicion_id = ${edicionId} and c.grupo_id = q.id and c.clave = k.clave
          order by ${orden(reparto, 'c', 'inscripcion_id')} limit 1) p`;

/**
 * The next in line for what is free: the first of the first of each group with a seat. With `lock`, held until the transaction
 * ends. Undefined: nobody waits for that, or somebody else has just held them.
 */
export const findSiguiente = async (
  db: Db | Trx,
  edicionId: string,
  { lock, ...de }: { reparto: Reparto; libres: Libres; lock: boolean },
): Promise<EnFilaRow | undefined> => {
  const { rows } = await sql<EnFilaRow>`
    select w.id, w.persona_id, w.grupo_id, w.cupos from inscripciones w
    where ${waitsStill('w')} and w.id = (
      select p.id from unnest(array_append(${de.libres.grupos}::uuid[], ${sql.lit(SIN_GRUPO)}::uuid)) q (id)
      ${primeros(edicionId, de)}
      order by ${orden(de.reparto, 'p')} limit 1) ${lock ? sql`for update of w` : sql``}`.execute(
    db,
  );
  return rows[0];
};

/** Offers a seat to whoever waits; false when they wait no more, or have one offered. */
export const setOfrecido = async (
  trx: Trx,
  id: string,
  { ahora, venceEn }: { ahora: Date; venceEn: Date },
): Promise<boolean> => {
  const result = await trx
    .updateTable('inscripciones')
    .set({ lugar_ofrecido_en: ahora, lugar_vence_en: venceEn, actualizado_en: ahora })
    .where('id', '=', id)
    .where(mayTake(INSCRIPCION, 'aceptar'))
    .where('lugar_vence_en', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** Seats that were offered and not accepted in their time, the oldest first. */
export const selectOfrecidosVencidos = (db: Db, ahora: Date, limit: number) =>
  db
    .selectFrom('inscripciones')
    .select(['id', 'edicion_id'])
    .where(inEstado(INSCRIPCION, 'estado', 'enListaDeEspera'))
    .where('lugar_vence_en', '<=', ahora)
    .orderBy('lugar_vence_en')
    .orderBy('id')
    .limit(limit)
    .execute();

/** People who wait without an offer in editions that have begun by that day (YYYY-MM-DD). */
export const selectFilasTerminadas = async (
  db: Db,
  hoy: string,
  limit: number,
): Promise<{ id: string; edicion_id: string }[]> => {
  const { rows } = await sql<{ id: string; edicion_id: string }>`
    select w.id, w.edicion_id from inscripciones w join ${ACTIVIDAD.tables} on e.id = w.edicion_id
    where ${waits('w')} and w.lugar_vence_en is null and e.inicia <= ${hoy}
    order by w.id limit ${limit}`.execute(db);
  return rows;
};

type Anterior = { estado: Estado; en: Date; motivo: string | null };

const anterior = fixedQuery<Anterior, 'personaId' | 'edicionId'>(
  (values) => sql`
    select i.estado, i.actualizado_en as en, coalesce(i.decision_motivo, i.baja_motivo) as motivo
    from inscripciones i
    where i.persona_id = ${values('personaId')} and i.edicion_id = ${values('edicionId')}
      and ${inGrupo(INSCRIPCION, 'cerradas', 'i.estado')}
    order by i.creado_en desc, i.id desc
    limit 1`,
);

/** What came of the last one that somebody sent to an edition and that is over without a result; undefined: none is. */
export const findAnterior = (
  db: Db,
  personaId: string,
  edicionId: string,
): Promise<Anterior | undefined> =>
  readShared(db, {
    query: anterior({ personaId, edicionId }),
    read: ({ rows }) => (rows as Anterior[])[0],
  });

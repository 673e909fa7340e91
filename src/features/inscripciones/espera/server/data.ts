import { type RawBuilder, sql } from 'kysely';
import { inEstado, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Libres } from '../../../cursos/lugares/rules.ts';
import { ACTIVIDAD, grupoConLugar } from '../../../cursos/server/reading.ts';
import type { Reparto } from '../../../plantillas/cupos/contract.ts';
import { VERSION_DE, versionEnVigor } from '../../../plantillas/server/reading.ts';
import { INSCRIPCION } from '../../estados.ts';

const waits = (alias: string) => inEstado(INSCRIPCION, `${alias}.estado`, 'enListaDeEspera');

/** The order of the line. */
const orden = (reparto: Reparto, alias: string): RawBuilder<unknown> => {
  const turno = sql`${sql.ref(`${alias}.enviada_en`)}, ${sql.ref(`${alias}.id`)}`;
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

/**
 * Whether somebody without an offer waits in an edition for a seat of everybody, or of a quota: whoever comes now goes
 * behind them, whatever seat has just been left. Who waits for a group that is full is in nobody's way.
 */
export const hasDelante =
  (edicionId: string, grupoId: string | null) =>
  (clave: RawBuilder<string> | null): RawBuilder<boolean> =>
    sql<boolean>`exists (
    select from inscripciones w where w.edicion_id = ${edicionId} and ${waits('w')} and w.lugar_vence_en is null
      and ${clave === null ? sql`true` : sql`${clave} = any(w.cupos)`}
      and (w.grupo_id is null or w.grupo_id = ${grupoId} or ${grupoConLugar('w.grupo_id')}))`;

/** Nobody goes before whoever is next in line. */
export const nobodyDelante = (): RawBuilder<boolean> => sql<boolean>`false`;

/** Writes down of which quota a seat is: for `takingLugarDeCupo`. */
export const notingCupo = (id: string): RawBuilder<unknown> => sql`
  update inscripciones set cupo_clave = lugar.clave from lugar
  where id = ${id} and lugar.hay and lugar.clave is not null`;

/** Where somebody is in line (the first is 1), of how many. Those who have been offered a seat go first. */
export const findLugarEnFila = async (
  db: Db | Trx,
  id: string,
  reparto: Reparto,
): Promise<{ lugar: number; total: number } | undefined> => {
  const { rows } = await sql<{ lugar: number; total: number }>`
    select count(*) filter (where w.id <> i.id
        and (w.lugar_vence_en is not null or ${isBefore(reparto)}))::int + 1 as lugar, count(*)::int as total
    from inscripciones i join inscripciones w on w.edicion_id = i.edicion_id and ${waits('w')}
      and w.grupo_id is not distinct from i.grupo_id
    where i.id = ${id} and ${waits('i')} having count(*) > 0`.execute(db);
  return rows[0];
};

/** Those who go before somebody in line, the nearest ones: what is published of the order to those who wait. */
export const selectDelante = async (
  db: Db,
  id: string,
  reparto: Reparto,
  limit: number,
): Promise<{ puntos: number; enviada_en: Date; ofrecido: boolean }[]> => {
  const { rows } = await sql<{ puntos: number; enviada_en: Date; ofrecido: boolean }>`
    select w.puntos, w.enviada_en, w.lugar_vence_en is not null as ofrecido
    from inscripciones i join inscripciones w on w.edicion_id = i.edicion_id and ${waits('w')} and w.id <> i.id
      and w.grupo_id is not distinct from i.grupo_id
    where i.id = ${id} and (w.lugar_vence_en is not null or ${isBefore(reparto)})
    order by w.lugar_vence_en is null, ${orden(reparto, 'w')} limit ${limit}`.execute(db);
  return rows;
};

/** An edition in which somebody waits, with the version that says how its seats are given out. */
export type FilaRow = {
  edicion_id: string;
  inicia: string;
  cierra: Date;
  cancelada: boolean;
  version_definicion: unknown;
};

/** The version in force of an edition's plantilla, or the newest under which somebody waits. */
const FILA = sql`
  select e.id as edicion_id, e.inicia, e.inscripcion_cierra as cierra, e.cancelada_en is not null as cancelada,
    v.definicion as version_definicion
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

/** The next in line for what is free; with `lock`, held until the transaction ends. Undefined: nobody waits for that. */
export const findSiguiente = async (
  db: Db | Trx,
  edicionId: string,
  { reparto, libres, lock }: { reparto: Reparto; libres: Libres; lock: boolean },
): Promise<EnFilaRow | undefined> => {
  const { rows } = await sql<EnFilaRow>`
    select w.id, w.persona_id, w.grupo_id, w.cupos from inscripciones w
    where w.edicion_id = ${edicionId} and ${waits('w')} and w.lugar_vence_en is null
      and (w.grupo_id is null or w.grupo_id = any(${libres.grupos}::uuid[]))
      and (${libres.general}::boolean or w.cupos && ${libres.cupos}::text[])
    order by ${orden(reparto, 'w')} limit 1 ${lock ? sql`for update of w` : sql``}`.execute(db);
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

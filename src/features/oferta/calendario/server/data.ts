import { type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import {
  ACTIVIDAD,
  type ActividadRow,
  SESION,
  type SesionRow,
} from '../../../cursos/server/reading.ts';
import { CON_LUGAR } from '../../../inscripciones/server/reading.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    /** How often what an edition's calendar shows changed: the database counts. */
    ediciones_calendario: {
      edicion_id: string;
      secuencia: number;
      actualizado_en: Date;
    };
    calendario_suscripciones: { uid: string; huella: string; creado_en: Date };
    calendario_elegidas: { uid: string; edicion_id: string; creado_en: Generated<Date> };
  }
}

export type AgendaRow = ActividadRow & {
  /** When the edition was published, and what its calendar shows last changed. */
  creado_en: Date;
  secuencia: number | null;
  cambio: Date | null;
  /** Its person has a place in it. */
  propia: boolean;
  /** The group of that person; null: none, or none of theirs. */
  grupo_id: string | null;
  sesiones: (SesionRow & { grupo_id: string | null })[];
};

const COLUMNS = sql`${ACTIVIDAD.columns}, e.creado_en, k.secuencia, k.actualizado_en as cambio,
  (select coalesce(jsonb_agg(to_jsonb(una) order by una.fecha, una.de, una.id), '[]') from (
    select ${SESION.columns}, s.grupo_id from ${SESION.tables} where s.edicion_id = e.id) una) as sesiones`;

/** One edition as its calendar shows it to anybody. */
export const findAgenda = async (db: Db, edicionId: string): Promise<AgendaRow | undefined> => {
  const { rows } = await sql<AgendaRow>`
    select ${COLUMNS}, false as propia, null as grupo_id from ${ACTIVIDAD.tables}
    left join ediciones_calendario k on k.edicion_id = e.id
    where e.id = ${edicionId}`.execute(db);
  return rows[0];
};

/** Editions in which somebody has a place (or had, when they were cancelled), and those that the account chose. */
export const selectAgenda = async (
  db: Db,
  { uid, personaId, desde }: { uid: string; personaId: string | null; desde: string },
): Promise<AgendaRow[]> => {
  const { rows } = await sql<AgendaRow>`
    select ${COLUMNS}, i.edicion_id is not null as propia, i.grupo_id from ${ACTIVIDAD.tables}
    left join ediciones_calendario k on k.edicion_id = e.id
    left join ${CON_LUGAR(personaId)} i on i.edicion_id = e.id
      and (i.con_lugar or e.cancelada_en is not null)
    where e.termina >= ${desde} and (i.edicion_id is not null or exists (
      select from calendario_elegidas x where x.uid = ${uid} and x.edicion_id = e.id))
    order by e.inicia, e.id limit 300`.execute(db);
  return rows;
};

export const findSuscripcion = (db: Db, uid: string) =>
  db.selectFrom('calendario_suscripciones').selectAll().where('uid', '=', uid).executeTakeFirst();

/** Whose address has that key, by its digest. */
export const findUidByHuella = async (db: Db, huella: string): Promise<string | null> =>
  (
    await db
      .selectFrom('calendario_suscripciones')
      .select('uid')
      .where('huella', '=', huella)
      .executeTakeFirst()
  )?.uid ?? null;

export const saveSuscripcion = async (
  trx: Trx,
  row: { uid: string; huella: string; creado_en: Date },
): Promise<void> => {
  await trx
    .insertInto('calendario_suscripciones')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('uid').doUpdateSet({ huella: row.huella, creado_en: row.creado_en }),
    )
    .execute();
};

/** Whether there was one. */
export const deleteSuscripcion = async (trx: Trx, uid: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('calendario_suscripciones')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const selectElegidas = async (db: Db | Trx, uid: string): Promise<string[]> =>
  (
    await db
      .selectFrom('calendario_elegidas')
      .select('edicion_id')
      .where('uid', '=', uid)
      .orderBy('edicion_id')
      .execute()
  ).map(({ edicion_id }) => edicion_id);

/** Whether it was not there yet. */
export const insertElegida = async (
  trx: Trx,
  row: { uid: string; edicion_id: string },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('calendario_elegidas')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

/** Whether it was there. */
export const deleteElegida = async (
  trx: Trx,
  { uid, edicion_id }: { uid: string; edicion_id: string },
): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('calendario_elegidas')
    .where('uid', '=', uid)
    .where('edicion_id', '=', edicion_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

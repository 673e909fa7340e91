import { type ColumnType, type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { PERSONA } from '../../../personas/server/reading.ts';
import type { ResultadoSimulacion } from '../contract.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    simulaciones: {
      id: Generated<string>;
      version_id: string;
      revision: number;
      comparada_id: string | null;
      edicion_id: string | null;
      momento: Date;
      trabajo_id: string | null;
      pedido_por: string;
      creado_en: Date;
      terminado_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      resultado: ColumnType<unknown, string | null | undefined, string | null>;
    };
  }
}

/** The ids of people after one (null: from the beginning), in the order of their ids. */
export const selectPersonasTras = async (
  db: Db,
  tras: string | null,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select pe.id from ${PERSONA.tables} where ${tras === null ? sql`true` : sql`pe.id > ${tras}`}
    order by pe.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

export const countPersonas = async (db: Db): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${PERSONA.tables}`.execute(db);
  return rows[0]!.n;
};

export const insertSimulacion = async (
  trx: Trx,
  row: {
    version_id: string;
    revision: number;
    comparada_id: string | null;
    edicion_id: string | null;
    momento: Date;
    pedido_por: string;
    creado_en: Date;
  },
): Promise<string> => {
  const { id } = await trx
    .insertInto('simulaciones')
    .values({ ...row, trabajo_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const setTrabajo = (trx: Trx, id: string, trabajoId: string) =>
  trx.updateTable('simulaciones').set({ trabajo_id: trabajoId }).where('id', '=', id).execute();

export const findSimulacion = (db: Db | Trx, id: string) =>
  db.selectFrom('simulaciones').selectAll().where('id', '=', id).executeTakeFirst();

/** The jobs of those of a version that have not come to an end: under way, or given up. */
export const selectTrabajos = async (db: Db | Trx, versionId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('simulaciones')
      .select('trabajo_id')
      .where('version_id', '=', versionId)
      .where('terminado_en', 'is', null)
      .execute()
  ).flatMap(({ trabajo_id }) => trabajo_id ?? []);

/** The one of a version that came to an end; there is one at most. */
export const findTerminada = (db: Db, versionId: string) =>
  db
    .selectFrom('simulaciones')
    .selectAll()
    .where('version_id', '=', versionId)
    .where('terminado_en', 'is not', null)
    .executeTakeFirst();

/** Keeps what came of it; the others of that version go, those that were given up too. */
export const finishSimulacion = async (
  trx: Trx,
  id: string,
  versionId: string,
  resultado: ResultadoSimulacion,
  ahora: Date,
): Promise<void> => {
  await trx
    .deleteFrom('simulaciones')
    .where('version_id', '=', versionId)
    .where('id', '<>', id)
    .execute();
  await trx
    .updateTable('simulaciones')
    .set({ resultado: JSON.stringify(resultado), terminado_en: ahora })
    .where('id', '=', id)
    .execute();
};

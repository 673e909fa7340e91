import { sql } from 'kysely';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import type { DatosDeParte, Parte } from '../../contract.ts';

export const selectGrupos = (db: Db | Trx, edicionId: string) =>
  db
    .selectFrom('edicion_grupos')
    .select(['id', 'version', 'nombre', 'horario', 'cupo', 'ocupados'])
    .where('edicion_id', '=', edicionId)
    .orderBy('orden')
    .orderBy('nombre')
    .execute();

export const selectDocentes = (db: Db | Trx, edicionId: string) =>
  db
    .selectFrom('edicion_docentes')
    .select(['id', 'version', 'nombre', 'papel', 'semblanza', 'grupo_id as grupoId'])
    .where('edicion_id', '=', edicionId)
    .orderBy('orden')
    .orderBy('nombre')
    .execute();

export const selectSesiones = (db: Db | Trx, edicionId: string) =>
  db
    .selectFrom('edicion_sesiones')
    .select([
      'id',
      'version',
      'fecha',
      sql<string>`to_char(de, 'HH24:MI')`.as('de'),
      sql<string>`to_char(a, 'HH24:MI')`.as('a'),
      'tema',
      'lugar',
      'grupo_id as grupoId',
    ])
    .where('edicion_id', '=', edicionId)
    .orderBy('fecha')
    .orderBy('edicion_sesiones.de')
    .execute();

/** Holds a session until the transaction ends: marks of attendance that are being written are waited for. */
export const lockSesion = async (trx: Trx, id: string): Promise<void> => {
  await trx.selectFrom('edicion_sesiones').select('id').where('id', '=', id).forUpdate().execute();
};

/** The days of the sessions of these editions. */
export const selectDiasDeSesiones = async (
  db: Db | Trx,
  ediciones: readonly string[],
): Promise<ReadonlyMap<string, { fecha: string }[]>> => {
  if (ediciones.length === 0) return new Map();
  const rows = await db
    .selectFrom('edicion_sesiones')
    .select(['edicion_id', 'fecha'])
    .where('edicion_id', '=', sql<string>`any(${ediciones}::uuid[])`)
    .execute();
  return Map.groupBy(rows, ({ edicion_id }) => edicion_id);
};

const TABLES = {
  grupo: 'edicion_grupos',
  docente: 'edicion_docentes',
  sesion: 'edicion_sesiones',
} as const;

const DE_PARTE: Record<Parte, readonly string[]> = {
  grupo: ['nombre', 'horario', 'cupo'],
  docente: ['nombre', 'papel', 'semblanza', 'grupoId'],
  sesion: ['fecha', 'de', 'a', 'tema', 'lugar', 'grupoId'],
};

/** What a part says, in columns, whatever else it brings. */
const columnsOfParte = (parte: Parte, datos: DatosDeParte<Parte>): Record<string, unknown> =>
  Object.fromEntries(
    DE_PARTE[parte].map((key) => [
      key === 'grupoId' ? 'grupo_id' : key,
      (datos as Record<string, unknown>)[key],
    ]),
  );

/** Adds parts of one kind, at the end; gives their ids in the same order. */
export const insertPartes = async <P extends Parte>(
  trx: Trx,
  parte: P,
  edicionId: string,
  all: readonly DatosDeParte<P>[],
): Promise<string[]> => {
  const ids: string[] = [];
  for (const datos of all) {
    const values = { ...columnsOfParte(parte, datos), edicion_id: edicionId };
    const orden = sql<number>`(select coalesce(max(orden), 0) + 1
      from ${sql.table(TABLES[parte])} where edicion_id = ${edicionId})`;
    const row = await trx
      .insertInto(TABLES[parte])
      .values((parte === 'sesion' ? values : { ...values, orden }) as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(row.id);
  }
  return ids;
};

/** Writes over the version of a part that was edited; false when it is no longer that one, or its seats are taken. */
export const updateParte = async (
  trx: Trx,
  parte: Parte,
  { id, edicionId, version }: { id: string; edicionId: string; version: number },
  datos: DatosDeParte<Parte>,
): Promise<boolean> => {
  const result = await trx
    .updateTable(TABLES[parte])
    .set({ ...columnsOfParte(parte, datos), version: version + 1 } as never)
    .where('id', '=', id)
    .where('edicion_id', '=', edicionId)
    .where('version', '=', version)
    .$if(parte === 'grupo', (q) =>
      q.where(sql<boolean>`ocupados <= ${(datos as DatosDeParte<'grupo'>).cupo}`),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

export const removeParte = async (
  trx: Trx,
  parte: Parte,
  { id, edicionId, version }: { id: string; edicionId: string; version: number },
): Promise<boolean> => {
  const result = await trx
    .deleteFrom(TABLES[parte])
    .where('id', '=', id)
    .where('edicion_id', '=', edicionId)
    .where('version', '=', version)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
};

import { sql } from 'kysely';
import { countRows } from '../../../../platform/server/db/cursor.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';

export const countSinLeer = async (db: Db | Trx, uid: string): Promise<number> => {
  const { n } = await db
    .selectFrom('notificaciones')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('uid', '=', uid)
    .where('leida_en', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
};

/** How many somebody has; null: more than are counted. */
export const countNotificaciones = (
  db: Db,
  uid: string,
  { soloSinLeer }: { soloSinLeer: boolean },
): Promise<number | null> =>
  countRows(
    db,
    db
      .selectFrom('notificaciones')
      .select('id')
      .where('uid', '=', uid)
      .$if(soloSinLeer, (query) => query.where('leida_en', 'is', null)),
  );

/** A row's place in the order shown. */
export const keyOf = ({ creado_en, id }: { creado_en: Date; id: string }): string =>
  `${creado_en.getTime()}-${id}`;

/** Null: it is no place. */
const placeOf = (key: string): { en: Date; id: string } | null => {
  const [, ms, id] = /^(\d{1,15})-([0-9a-f-]{36})$/.exec(key) ?? [];
  return ms && id ? { en: new Date(Number(ms)), id } : null;
};

/** From the newest on, after a row of the order; `reversed`: against it. */
export const selectNotificaciones = async (
  db: Db,
  uid: string,
  {
    soloSinLeer,
    after,
    reversed,
    limit,
  }: { soloSinLeer: boolean; after: string | null; reversed: boolean; limit: number },
) => {
  const place = after === null ? null : placeOf(after);
  if (after !== null && !place) return [];
  const way = reversed ? 'asc' : 'desc';
  return db
    .selectFrom('notificaciones')
    .select(['id', 'titulo', 'enlace', 'cuantas', 'creado_en', 'leida_en'])
    .where('uid', '=', uid)
    .$if(soloSinLeer, (query) => query.where('leida_en', 'is', null))
    .$if(place !== null, (query) =>
      query.where(
        sql<boolean>`(creado_en, id) ${sql.raw(reversed ? '>' : '<')} (${place?.en}, ${place?.id}::uuid)`,
      ),
    )
    .orderBy('creado_en', way)
    .orderBy('id', way)
    .limit(limit)
    .execute();
};

/** Marks as read those that are unread; gives how many. */
export const markLeidas = async (
  trx: Trx,
  uid: string,
  which: { ids: readonly string[] } | { enlace: string } | { hasta: string },
  ahora: Date,
): Promise<number> => {
  const query = trx
    .updateTable('notificaciones')
    .set({ leida_en: ahora })
    .where('uid', '=', uid)
    .where('leida_en', 'is', null);
  const { numUpdatedRows } = await ('ids' in which
    ? query.where(sql<boolean>`id = any(${which.ids}::uuid[])`)
    : 'enlace' in which
      ? query.where('enlace', '=', which.enlace)
      : query.where('creado_en', '<=', new Date(which.hasta))
  ).executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Removes what was read, or never was, so long ago. */
export const deleteOldNotificaciones = async (
  db: Db,
  { readBefore, before }: { readBefore: Date; before: Date },
): Promise<void> => {
  await db
    .deleteFrom('notificaciones')
    .where((eb) => eb.or([eb('leida_en', '<', readBefore), eb('creado_en', '<', before)]))
    .execute();
};

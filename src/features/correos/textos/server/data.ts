import type { Db, Trx } from '../../../../platform/server/db/index.ts';

/** The last version of each letter that somebody wrote. */
export const selectUltimas = (db: Db | Trx) =>
  db
    .selectFrom('cartas_textos')
    .distinctOn('clave')
    .select(['clave', 'version', 'asunto', 'cuerpo', 'escrito_en'])
    .orderBy('clave')
    .orderBy('version', 'desc')
    .execute();
export type UltimaRow = Awaited<ReturnType<typeof selectUltimas>>[number];

export const selectVersiones = (db: Db, clave: string) =>
  db
    .selectFrom('cartas_textos')
    .select(['version', 'asunto', 'cuerpo', 'escrito_en', 'escrito_por'])
    .where('clave', '=', clave)
    .orderBy('version', 'desc')
    .limit(100)
    .execute();

/** False when that version is there already: somebody else wrote it. */
export const insertVersion = async (
  trx: Trx,
  row: {
    clave: string;
    version: number;
    asunto: string | null;
    cuerpo: string | null;
    escrito_en: Date;
    escrito_por: string;
  },
): Promise<boolean> => {
  const inserted = await trx
    .insertInto('cartas_textos')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst();
  return inserted !== undefined;
};

import type { Generated } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Documento } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    aceptaciones: {
      id: Generated<number>;
      uid: string;
      persona_id: string | null;
      documento: Documento;
      version: string;
      momento: Generated<Date>;
    };
  }
}

/** Records which versions of the texts an account accepted; `momento`, now unless said. */
export const insertAceptaciones = async (
  trx: Trx | Db,
  uid: string,
  versions: Readonly<Partial<Record<Documento, string>>>,
): Promise<void> => {
  const rows = Object.entries(versions).map(([documento, version]) => ({
    uid,
    persona_id: null,
    documento: documento as Documento,
    version,
  }));
  if (rows.length > 0) await trx.insertInto('aceptaciones').values(rows).execute();
};

/** What an account accepted, the latest first. */
export const selectAceptaciones = (db: Db | Trx, uid: string) =>
  db
    .selectFrom('aceptaciones')
    .select(['documento', 'version', 'momento'])
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .execute();

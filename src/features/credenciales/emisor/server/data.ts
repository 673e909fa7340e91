import { type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';

/** The number in its address of the list of a pair. */
type Proposito = 'revocation' | 'suspension';

type EmisorListas = {
  par: number;
  proposito: Proposito;
  cambios: Generated<number>;
  cambios_firmados: Generated<number | null>;
  credencial: Generated<Record<string, unknown> | null>;
  firmada_en: Generated<Date | null>;
};

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    emisor_llaves: {
      id: string;
      controlador: string;
      publica: string;
      creado_en: Date;
      retirada_en: Generated<Date | null>;
    };
    emisor_listas: EmisorListas;
  }
}

export type LlaveRow = {
  id: string;
  controlador: string;
  publica: string;
  creado_en: Date;
  retirada_en: Date | null;
};

/** The public keys that are to be believed, the newest first. */
export const selectLlaves = (db: Db | Trx): Promise<LlaveRow[]> =>
  db
    .selectFrom('emisor_llaves')
    .selectAll()
    .where('retirada_en', 'is', null)
    .orderBy('creado_en', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Ids of all keys of a DID, also those that are not believed any more. */
export const selectIdsDeLlaves = async (trx: Trx, controlador: string): Promise<string[]> => {
  const rows = await trx
    .selectFrom('emisor_llaves')
    .select('id')
    .where('controlador', '=', controlador)
    .execute();
  return rows.map(({ id }) => id);
};

/** One process at a time makes a key; until the transaction ends. */
export const lockEmisor = (trx: Trx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('emisor', 0))`.execute(trx);

/** False: it was there. */
export const insertLlave = async (
  trx: Trx,
  llave: Omit<LlaveRow, 'retirada_en'>,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows: n } = await trx
    .insertInto('emisor_llaves')
    .values(llave)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return n === 1n;
};

/** Nothing that it signed is believed any more; false: it was not. */
export const setRetirada = async (trx: Trx, id: string, en: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('emisor_llaves')
    .set({ retirada_en: en })
    .where('id', '=', id)
    .where('retirada_en', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

export const findLista = (db: Db | Trx, par: number, proposito: Proposito) =>
  db
    .selectFrom('emisor_listas')
    .selectAll()
    .where('par', '=', par)
    .where('proposito', '=', proposito)
    .executeTakeFirst();

/** The pair that documents go to now: the last one, and how many it has; 0 when there is none yet. */
export const findUltimoPar = async (trx: Trx): Promise<number> => {
  const { par } = await trx
    .selectFrom('emisor_listas')
    .select(sql<number>`coalesce(max(par), 0)::int`.as('par'))
    .executeTakeFirstOrThrow();
  return par;
};

export const insertPar = async (trx: Trx, par: number): Promise<void> => {
  await trx
    .insertInto('emisor_listas')
    .values([
      { par, proposito: 'revocation' },
      { par, proposito: 'suspension' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Some document of the pair changed of state: what was signed is not so any more. */
export const touchPar = async (trx: Trx, par: number): Promise<void> => {
  await trx
    .updateTable('emisor_listas')
    .set({ cambios: sql<number>`cambios + 1` })
    .where('par', '=', par)
    .execute();
};

/** What was signed of every list is not believed any more: each is signed anew when it is asked for. */
export const touchListas = async (trx: Trx): Promise<void> => {
  await trx.updateTable('emisor_listas').set({ cambios: sql<number>`cambios + 1` }).execute();
};

/** Keeps what was signed of so many changes; false: there were more meanwhile. */
export const setFirmada = async (
  trx: Trx,
  {
    par,
    proposito,
    cambios,
    credencial,
    firmadaEn,
  }: {
    par: number;
    proposito: Proposito;
    cambios: number;
    credencial: Record<string, unknown>;
    firmadaEn: Date;
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('emisor_listas')
    .set({
      credencial: JSON.stringify(credencial) as never,
      cambios_firmados: cambios,
      firmada_en: firmadaEn,
    })
    .where('par', '=', par)
    .where('proposito', '=', proposito)
    .where('cambios', '=', cambios)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Every list that there is. */
export const selectListas = (db: Db) =>
  db
    .selectFrom('emisor_listas')
    .select(['par', 'proposito'])
    .orderBy('par')
    .orderBy('proposito')
    .execute();

/** The lists whose signature is older than a moment. */
export const selectPorRenovar = (db: Db, antesDe: Date) =>
  db
    .selectFrom('emisor_listas')
    .select(['par', 'proposito'])
    .where('firmada_en', '<', antesDe)
    .orderBy('par')
    .orderBy('proposito')
    .execute();

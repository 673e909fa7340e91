import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Nombrar } from '../../../../platform/server/historial/index.ts';
import { nombrarCuenta } from '../../historial.ts';
import { findCuenta, findUidByEmail, selectEmails } from './data.ts';

/** The account of an address, verified or not, or null. */
export const readUidByEmail = (db: Db, email: string): Promise<string | null> =>
  findUidByEmail(db, email);

/** The person of an account, or null. */
export const readPersonaIdOf = async (db: Db | Trx, uid: string): Promise<string | null> =>
  (await findCuenta(db, uid))?.persona_id ?? null;

/** The address of an account, or null. */
export const readEmail = async (db: Db | Trx, uid: string): Promise<string | null> =>
  (await findCuenta(db, uid))?.email ?? null;

/** What accounts are called in the history, by their uid. */
export const nombrarCuentas: Nombrar = async (db, uids) =>
  new Map((await selectEmails(db, uids)).map((cuenta) => [cuenta.uid, nombrarCuenta(cuenta)]));

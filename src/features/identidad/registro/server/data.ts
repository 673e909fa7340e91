import { type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Nombres } from '../../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    registros: {
      uid: string;
      intento: string | null;
      por_protocolo: boolean;
      huella: number;
      tipo: Generated<'conCurp' | 'sinCurp' | null>;
      curp: Generated<string | null>;
      nombre: Generated<string>;
      apellido_paterno: Generated<string>;
      apellido_materno: Generated<string>;
    };
  }
}

/** What an account that is being registered says of its person. */
export type DatosDeRegistro = Nombres & {
  tipo: 'conCurp' | 'sinCurp';
  /** The CURP, right in shape; without CURP, what was declared of one, or null. */
  curp: string | null;
};

export const insertRegistro = async (
  trx: Trx,
  registro: { uid: string; intento: string | null; porProtocolo: boolean; huella: number },
): Promise<void> => {
  await trx
    .insertInto('registros')
    .values({
      uid: registro.uid,
      intento: registro.intento,
      por_protocolo: registro.porProtocolo,
      huella: registro.huella,
    })
    .execute();
};

/** The same form says another password now. */
export const saveHuella = async (trx: Trx, uid: string, huella: number): Promise<void> => {
  await trx.updateTable('registros').set({ huella }).where('uid', '=', uid).execute();
};

/** Makes the registrations with one email, or of one form, take turns until the transaction ends. */
export const lockRegistros = async (trx: Trx, subject: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(728002, hashtext(${subject}))`.execute(trx);
};

/** The account that the same form began before; whatever the email and password were then. */
export const findCuentaOfIntento = (trx: Trx, intento: string) =>
  trx
    .selectFrom('cuentas')
    .innerJoin('registros', 'registros.uid', 'cuentas.uid')
    .selectAll('cuentas')
    .where('registros.intento', '=', intento)
    .where('cuentas.email_verified', '=', false)
    .executeTakeFirst();

/** Removes a registration that its own browser begins anew; whether there was one. */
export const deleteUnverified = async (trx: Trx, uid: string, email: string): Promise<boolean> => {
  const result = await trx
    .deleteFrom('cuentas')
    .where('uid', '=', uid)
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .where('persona_id', 'is', null)
    .where(
      'uid',
      'in',
      trx.selectFrom('registros').select('uid').where('por_protocolo', '=', false),
    )
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
};

/** The newest account that waits for the verification of that email and may have that password. */
export const findPendiente = (db: Db, email: string, huella: number) =>
  db
    .selectFrom('cuentas')
    .leftJoin('registros', 'registros.uid', 'cuentas.uid')
    .selectAll('cuentas')
    .where('cuentas.email', '=', email)
    .where('cuentas.email_verified', '=', false)
    .where((where) =>
      where.or([where('registros.huella', '=', huella), where('registros.uid', 'is', null)]),
    )
    .orderBy('cuentas.creado_en', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether somebody registered with an email and nobody has verified it. */
export const hasPendientes = async (db: Db, email: string): Promise<boolean> =>
  (await db
    .selectFrom('cuentas')
    .select('uid')
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Whether an email has an account, or one that waits for it and was not left half-way (signed out, or
 * `minutes` old): what the wire calls EMAIL_EXISTS.
 */
export const isEmailTaken = async (trx: Trx, email: string, minutes: number): Promise<boolean> =>
  (await trx
    .selectFrom('cuentas')
    .select('uid')
    .where('email', '=', email)
    .where((where) =>
      where.or([
        where('email_verified', '=', true),
        where('persona_id', 'is not', null),
        sql<boolean>`(creado_en > now() - make_interval(mins => ${minutes}) and (
          not exists (select 1 from sesiones s where s.uid = cuentas.uid)
          or exists (select 1 from sesiones s where s.uid = cuentas.uid and s.revocado_en is null)))`,
      ]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Keeps what was said of the person; of two presses at once, the last. Whether it still may be said. */
export const saveDatos = async (
  trx: Trx,
  uid: string,
  { tipo, curp, nombre, apellidoPaterno, apellidoMaterno }: DatosDeRegistro,
): Promise<boolean> => {
  const result = await trx
    .updateTable('registros')
    .set({
      tipo,
      curp,
      nombre,
      apellido_paterno: apellidoPaterno,
      apellido_materno: apellidoMaterno,
    })
    .where('uid', '=', uid)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

export const findRegistro = (db: Db | Trx, uid: string) =>
  db.selectFrom('registros').selectAll().where('uid', '=', uid).executeTakeFirst();

/** Takes out what was said, once the address is verified. */
export const takeRegistro = (trx: Trx, uid: string) =>
  trx.deleteFrom('registros').where('uid', '=', uid).returningAll().executeTakeFirst();

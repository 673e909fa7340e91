import { CompiledQuery, type Generated, type GeneratedAlways, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { readShared } from '../../../../platform/server/db/shared.ts';
import { perform } from '../../../../platform/server/db/together.ts';
import { ROLES, type Role } from '../../../../platform/shared/actor.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    cuentas: {
      uid: string;
      email: string;
      email_verified: Generated<boolean>;
      password_hash: string;
      display_name: string | null;
      photo_url: string | null;
      nombre: string | null;
      apellido_paterno: string | null;
      apellido_materno: string | null;
      role: Role | null;
      disabled: Generated<boolean>;
      persona_id: string | null;
      creado_en: Generated<Date>;
      ultimo_ingreso_en: Date | null;
      /** The TOTP secret, sealed; null without second factor. */
      totp_sellado: Generated<string | null>;
      totp_desde: Generated<Date | null>;
      totp_paso: Generated<number | null>;
      /** Address and name, folded: what it is looked for by. */
      busqueda: GeneratedAlways<string>;
    };
    codigos: {
      hash: string;
      tipo: CodigoTipo;
      uid: string;
      vence_en: Date;
      /** The address that the account is to have, of a change of it. */
      email: Generated<string | null>;
    };
  }
}

export type CodigoTipo = 'VERIFY_EMAIL' | 'PASSWORD_RESET' | 'VERIFY_AND_CHANGE_EMAIL';
export type Cuenta = Awaited<ReturnType<typeof findCuenta>> & {};

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

export const findCuenta = (db: Db | Trx, uid: string) =>
  db.selectFrom('cuentas').selectAll().where('uid', '=', uid).executeTakeFirst();

/** The account as it is, held until the transaction ends. */
export const lockCuenta = (trx: Trx, uid: string) =>
  trx.selectFrom('cuentas').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst();

/** The account of an address: the one that verified it. Others may wait for it (`registro`). */
export const findCuentaByEmail = (db: Db | Trx, email: string): Promise<Cuenta | undefined> =>
  perform(db, {
    query: CompiledQuery.raw('select * from cuentas where email = $1 and email_verified', [email]),
    read: ({ rows: [row] }) => row as Cuenta | undefined,
  });

/** The same read beside what an attempt to enter counts. */
export const CUENTA_BY_EMAIL = {
  columns: ', c.*',
  join: (email: string) => `left join cuentas c on c.email = ${email} and c.email_verified`,
  read: (row: object): Cuenta | undefined =>
    (row as Cuenta).uid === null ? undefined : (row as Cuenta),
};

/** The account of an address, whether it verified it or not. */
export const findUidByEmail = async (db: Db, email: string): Promise<string | null> => {
  const row = await db
    .selectFrom('cuentas')
    .select('uid')
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.uid ?? null;
};

/** How these accounts are called. Joined and not compared with the list, which would be planned for each list anew. */
export const selectEmails = (db: Db, uids: readonly string[]) =>
  readShared(db, {
    query: CompiledQuery.raw(
      `select c.uid, c.email, c.display_name
      from unnest($1::text[]) as pedida (uid) join cuentas c on c.uid = pedida.uid`,
      [uids],
    ),
    read: ({ rows }): { uid: string; email: string; display_name: string | null }[] => rows,
  });

export const findCuentaByPersona = (db: Db | Trx, personaId: string) =>
  db.selectFrom('cuentas').selectAll().where('persona_id', '=', personaId).executeTakeFirst();

/** The accounts in use of these people, with a verified address. */
export const selectCuentasVerificadas = (db: Db | Trx, personaIds: readonly string[]) =>
  db
    .selectFrom('cuentas')
    .select(['uid', 'email', 'persona_id'])
    .where(sql<boolean>`persona_id = any(${personaIds}::uuid[])`)
    .where('email_verified', '=', true)
    .where('disabled', '=', false)
    .execute();

/** A new account, not verified: nothing says yet whose it is. */
export const insertCuenta = (
  trx: Trx,
  cuenta: { uid: string; email: string; passwordHash: string },
) =>
  trx
    .insertInto('cuentas')
    .values({
      uid: cuenta.uid,
      email: cuenta.email,
      password_hash: cuenta.passwordHash,
      display_name: null,
      photo_url: null,
      nombre: null,
      apellido_paterno: null,
      apellido_materno: null,
      role: null,
      persona_id: null,
      ultimo_ingreso_en: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

type Changes = Partial<{
  email: string;
  displayName: string | null;
  photoUrl: string | null;
  nombre: string;
  apellidoPaterno: string;
  apellidoMaterno: string;
  passwordHash: string;
  emailVerified: boolean;
  personaId: string;
  ultimoIngresoEn: Date;
}>;

/** Updates the named fields and gives the account back; undefined when it no longer exists. */
export const updateCuentaRow = (trx: Db | Trx, uid: string, changes: Changes) =>
  trx
    .updateTable('cuentas')
    .set({
      ...(changes.email !== undefined && { email: changes.email }),
      ...(changes.displayName !== undefined && { display_name: changes.displayName }),
      ...(changes.photoUrl !== undefined && { photo_url: changes.photoUrl }),
      ...(changes.nombre !== undefined && { nombre: changes.nombre }),
      ...(changes.apellidoPaterno !== undefined && { apellido_paterno: changes.apellidoPaterno }),
      ...(changes.apellidoMaterno !== undefined && { apellido_materno: changes.apellidoMaterno }),
      ...(changes.passwordHash !== undefined && { password_hash: changes.passwordHash }),
      ...(changes.emailVerified !== undefined && { email_verified: changes.emailVerified }),
      ...(changes.personaId !== undefined && { persona_id: changes.personaId }),
      ...(changes.ultimoIngresoEn !== undefined && { ultimo_ingreso_en: changes.ultimoIngresoEn }),
    })
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst();

export const deleteCuenta = async (trx: Trx, uid: string): Promise<void> => {
  await trx.deleteFrom('cuentas').where('uid', '=', uid).execute();
};

/**
 * Registrations that nobody finished: never verified, no person, a day old and no code on its way that
 * still serves. Gives their uids.
 */
export const deleteAbandonedCuentas = async (trx: Trx): Promise<string[]> => {
  const rows = await trx
    .deleteFrom('cuentas')
    .where('email_verified', '=', false)
    .where('persona_id', 'is', null)
    .where('role', 'is', null)
    .where('creado_en', '<', sql<Date>`now() - interval '1 day'`)
    .where(
      sql<boolean>`not exists (select 1 from codigos k where k.uid = cuentas.uid and k.vence_en > now())`,
    )
    .returning('uid')
    .execute();
  return rows.map(({ uid }) => uid);
};

/**
 * Keeps a new code (its hash). A verification replaces the earlier ones; those of a reset all serve until
 * one does, so that asking for many does not leave the owner without any.
 */
export const insertCodigo = async (
  trx: Trx,
  codigo: { hash: string; tipo: CodigoTipo; uid: string; seconds: number; email?: string },
): Promise<void> => {
  if (codigo.tipo !== 'PASSWORD_RESET') await deleteCodigosOf(trx, codigo.uid, codigo.tipo);
  await trx
    .insertInto('codigos')
    .values({
      hash: codigo.hash,
      tipo: codigo.tipo,
      uid: codigo.uid,
      vence_en: inSeconds(codigo.seconds),
      email: codigo.email ?? null,
    })
    .execute();
};

/** Removes the codes of an account that were not used yet, or those of one kind. Gives how many. */
export const deleteCodigosOf = async (
  trx: Trx,
  uid: string,
  tipo?: CodigoTipo,
): Promise<number> => {
  let query = trx.deleteFrom('codigos').where('uid', '=', uid);
  if (tipo) query = query.where('tipo', '=', tipo);
  return Number((await query.executeTakeFirst()).numDeletedRows);
};

/** The address that an account is to have and until when its link serves, or undefined. */
export const findCambioCorreo = (db: Db, uid: string) =>
  db
    .selectFrom('codigos')
    .select(['email', 'vence_en'])
    .where('uid', '=', uid)
    .where('tipo', '=', 'VERIFY_AND_CHANGE_EMAIL')
    .where('vence_en', '>', sql<Date>`now()`)
    .executeTakeFirst();

const codigoColumns = [
  'tipo',
  'uid',
  'email',
  sql<boolean>`vence_en > now()`.as('vigente'),
] as const;

/** Takes a code out: of two that come at once, one gets it. */
export const takeCodigo = (trx: Trx, hash: string, tipo: CodigoTipo) =>
  trx
    .deleteFrom('codigos')
    .where('hash', '=', hash)
    .where('tipo', '=', tipo)
    .returning(codigoColumns)
    .executeTakeFirst();

export const peekCodigo = (db: Db | Trx, hash: string) =>
  db
    .selectFrom('codigos')
    .innerJoin('cuentas', 'cuentas.uid', 'codigos.uid')
    .select([
      'codigos.tipo',
      'codigos.uid',
      'cuentas.email',
      'codigos.email as nuevo',
      'cuentas.password_hash',
      sql<boolean>`codigos.vence_en > now()`.as('vigente'),
    ])
    .where('hash', '=', hash)
    .executeTakeFirst();

/**
 * Somebody verified that address: what was sent to the others that waited for it no longer serves. Each of
 * them may be verifying it at this moment, hence whoever calls holds `lockRegistros(trx, email)`, since before
 * it spent its own code.
 */
export const deleteOtherCodigos = async (trx: Trx, email: string, uid: string): Promise<void> => {
  await trx
    .deleteFrom('codigos')
    .where('uid', '!=', uid)
    .where('uid', 'in', trx.selectFrom('cuentas').select('uid').where('email', '=', email))
    .execute();
};

export const deleteExpired = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('codigos')
    .where('vence_en', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
};

/** The accounts of a file, and that one. */
export const selectCuentasDeTitular = (
  db: Db | Trx,
  { uid, personaId }: { uid: string | null; personaId: string | null },
) =>
  db
    .selectFrom('cuentas')
    .select(['uid', 'email', 'role'])
    .where((where) =>
      where.or([
        ...(uid === null ? [] : [where('uid', '=', uid)]),
        ...(personaId === null ? [] : [where('persona_id', '=', personaId)]),
      ]),
    )
    .execute();

/** The addresses that these accounts gave besides their own. */
export const selectOtrosCorreos = async (
  db: Db | Trx,
  uids: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select email from correos_contacto where uid = any(${uids}::text[])
    union select email from codigos where uid = any(${uids}::text[]) and email is not null
    union select email from sesiones where uid = any(${uids}::text[])`.execute(db);
  return rows.map(({ email }) => email);
};

/** The ids of the people whose verified accounts have these addresses. */
export const selectPersonasDeCorreos = async (
  db: Db | Trx,
  correos: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select persona_id as id from cuentas where email = any(${correos}::text[])
      and email_verified and persona_id is not null`.execute(db);
  return rows.map(({ id }) => id);
};

/** The accounts of the staff that can sign in, by how they are called. */
export const selectPersonal = async (
  db: Db | Trx,
): Promise<{ uid: string; persona_id: string | null; email: string; nombre: string }[]> => {
  const { rows } = await sql<{
    uid: string;
    persona_id: string | null;
    email: string;
    nombre: string;
  }>`
    select c.uid, c.persona_id, c.email, coalesce(nullif(c.display_name, ''), c.email) as nombre from cuentas c
    where c.role = any(${[...ROLES]}::text[]) and not c.disabled and c.email_verified order by 3, 1`.execute(
    db,
  );
  return rows;
};

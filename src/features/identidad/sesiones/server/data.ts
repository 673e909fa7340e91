import { CompiledQuery, type Generated, sql } from 'kysely';
import { fixedCall, jsonRows } from '../../../../platform/server/db/fixed.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { readJoined } from '../../../../platform/server/db/joined.ts';
import { readShared } from '../../../../platform/server/db/shared.ts';
import type { Along, Statement } from '../../../../platform/server/db/together.ts';
import {
  CABEZA,
  type Enlace,
  NOMBRES_DE_ANOTAR,
  readCabeza,
  TIPOS_DE_ANOTAR,
} from '../../../../platform/server/historial/data.ts';
import type { Role } from '../../../../platform/shared/actor.ts';
import type { Documento } from '../../privacidad/rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    sesiones: {
      id: string;
      uid: string;
      registro: Generated<boolean>;
      email: string;
      refresh_hash: string;
      prev_hash: string | null;
      rotado_en: Date | null;
      auth_time: Generated<Date>;
      usado_en: Generated<Date>;
      vence_en: Date;
      revocado_en: Date | null;
      ip: string;
      user_agent: string;
    };
  }
}

/** A session unused for this long is over (seconds). */
export const IDLE_SECONDS = 2 * 3600;
/** A session is over this long after signing in, whatever its use (seconds). */
export const ABSOLUTE_SECONDS = 12 * 3600;
/** A session that may only finish a registration lives this long (seconds). */
export const RESTRICTED_SECONDS = 30 * 60;
/** A refresh token already used is still good this long: two tabs, a lost answer (seconds). */
export const GRACE_SECONDS = 20;

/** What makes a session be in force. */
const ALIVE = `sesiones.revocado_en is null and sesiones.vence_en > now()
  and sesiones.usado_en > now() - interval '${IDLE_SECONDS} s'`;
const alive = () => sql<boolean>`${sql.raw(ALIVE)}`;

/** What an account and its person are now, for who acts and for their browser. */
export type CuentaAhora = {
  uid: string;
  email: string;
  email_verified: boolean;
  disabled: boolean;
  role: Role | null;
  display_name: string | null;
  photo_url: string | null;
  persona_id: string | null;
  clave: string | null;
  /** The given names of their file. */
  nombre: string | null;
  falta_factor: boolean;
  /** What the account accepted: which text, and which version of it. */
  aceptadas: [documento: Documento, version: string][];
};

export type LiveSesion = CuentaAhora & { sid: string; registro: boolean };

/** Columns of `CuentaAhora`, from `cuentas c` and `personas p`. */
const AHORA = `c.uid, c.email, c.email_verified, c.disabled, c.role, c.display_name, c.photo_url,
  c.persona_id, p.clave, p.nombre,
  (c.role is not null and c.totp_sellado is null and exists (
    select 1 from ajustes a where a.clave = 'segundoFactor.roles' and a.valor ? c.role))
    as falta_factor,
  array(select array[a.documento, a.version] from aceptaciones a where a.uid = c.uid)
    as aceptadas`;
const ahora = sql.raw(AHORA);

/** A session that has begun, and since when. */
export type SesionAbierta = LiveSesion & { auth_time: Date };

/** A session that begins. */
export type NuevaSesion = {
  id: string;
  uid: string;
  registro: boolean;
  email: string;
  refreshHash: string;
  seconds: number;
  ip: string;
  userAgent: string;
};

/** Keeps a session that begins without entering; gives it with its account and person as they are now. */
export const insertSesion = async (db: Db | Trx, nueva: NuevaSesion): Promise<SesionAbierta> => {
  const { rows } = await sql<SesionAbierta>`with nueva as (
      insert into sesiones (id, uid, registro, email, refresh_hash, vence_en, ip, user_agent)
      values (${nueva.id}, ${nueva.uid}, ${nueva.registro}, ${nueva.email}, ${nueva.refreshHash},
        now() + make_interval(secs => ${nueva.seconds}), ${nueva.ip}, ${nueva.userAgent})
      returning id, uid, registro, auth_time)
    select nueva.id as sid, nueva.registro, nueva.auth_time, ${ahora}
    from nueva
    join cuentas c on c.uid = nueva.uid
    left join personas p on p.id = c.persona_id`.execute(db);
  return rows[0] ?? refuseNobody();
};

/** @throws always: its account was deleted since it was read. */
export const refuseNobody = (): never => {
  throw new Error('a session began without its account');
};

const ingresarPor = (name: string) =>
  fixedCall(
    `${CABEZA}, now() as auth_time, ${AHORA}`,
    name,
    [
      ...TIPOS_DE_ANOTAR,
      ...['uuid', 'text', 'text', 'text', 'integer', 'text', 'text', 'timestamptz'],
      ...['text[]', 'boolean[]'],
    ],
    `join cuentas c on c.uid = $${TIPOS_DE_ANOTAR.length + 2} left join personas p on p.id = c.persona_id`,
  );
const ingresar = ingresarPor('sesion_abrir');
const ingresarSiLibre = ingresarPor('sesion_abrir_si_libre');

/** A session of an account that enters, with all that is written of it. */
export type Entrada = {
  nueva: NuevaSesion & { ingresoEn: Date };
  /** What its link of the history is made of (as `recordingWithin` gives it). */
  cambio: readonly unknown[];
  /** What is given back (as the throttle gives it). */
  devueltos: readonly [llaves: readonly string[], enteras: readonly boolean[]];
};

/** Accounts that entered, as they are now, by their uid; and the head of the chain before the links. */
export type Abiertas = {
  cabeza: Enlace;
  abiertas: ReadonlyMap<string, CuentaAhora & { auth_time: Date }>;
};

const valuesOf = ({ nueva, cambio, devueltos }: Entrada): unknown[] => [
  ...cambio,
  ...[nueva.id, nueva.uid, nueva.email, nueva.refreshHash, nueva.seconds],
  ...[nueva.ip, nueva.userAgent, nueva.ingresoEn],
  ...devueltos,
];

const readAbiertas: Statement<Abiertas>['read'] = (result) => {
  const rows = result.rows as (CuentaAhora & { auth_time: Date })[];
  return { cabeza: readCabeza(result), abiertas: new Map(rows.map((row) => [row.uid, row])) };
};

/**
 * Begins the session of an account that enters, as a transaction by itself: when it entered, the session, its link of the history
 * and what is given back. Waits for whoever holds the account.
 */
export const opening = (entrada: Entrada): Statement<Abiertas> => ({
  query: ingresar(valuesOf(entrada)),
  read: readAbiertas,
});

const ingresarVarias = fixedCall(
  `${CABEZA}, now() as auth_time, ${AHORA}`,
  'sesiones_abrir',
  ['json'],
  'join cuentas c on c.uid = any($2::text[]) left join personas p on p.id = c.persona_id',
);

const rowsOf = jsonRows(
  [
    ...NOMBRES_DE_ANOTAR,
    ...['id', 'uid', 'email', 'refresh_hash', 'segundos', 'ip', 'user_agent', 'ingreso'],
    ...['llaves', 'enteras'],
  ],
  ['antes', 'despues'],
);

/** What the database says when somebody else holds an account that enters with others. */
const CUENTA_OCUPADA = 'PE005';

export const isCuentaOcupada = (error: unknown): boolean =>
  (error as { code?: unknown }).code === CUENTA_OCUPADA;

const queryOf = (entradas: readonly Entrada[]) =>
  entradas.length === 1
    ? ingresarSiLibre(valuesOf(entradas[0]!))
    : ingresarVarias([rowsOf(entradas.map(valuesOf)), entradas.map(({ nueva }) => nueva.uid)]);

/** The same of all who enter at one moment, in one transaction; waits for no account: see `isCuentaOcupada`. */
export const openingAll = (entradas: readonly Entrada[]): Statement<Abiertas> => ({
  query: queryOf(entradas),
  read: readAbiertas,
});

/** Whether somebody entered that account from that address within the last month or so. */
export const enteredFrom = async (db: Db, email: string, ip: string): Promise<boolean> =>
  (await db
    .selectFrom('sesiones')
    .innerJoin('cuentas', 'cuentas.uid', 'sesiones.uid')
    .select('sesiones.id')
    .where('cuentas.email', '=', email)
    .where('cuentas.email_verified', '=', true)
    .where('sesiones.ip', '=', ip)
    .where('sesiones.registro', '=', false)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** One by one (`offset 0`), each by its key: for several at once the planner would rather read whole tables while they are small. */
const LIVE_SESION = `select s.* from unnest($1::uuid[]) q (id) cross join lateral (
  select sesiones.id as sid, registro, ${AHORA}
  from sesiones
  join cuentas c on c.uid = sesiones.uid
  left join personas p on p.id = c.persona_id
  where sesiones.id = q.id and ${ALIVE} offset 0) s`;

/** Written out: every call asks this, and building it would cost as much as asking. */
const readLiveSesiones = async (
  db: Db | Trx,
  sids: readonly string[],
): Promise<readonly (LiveSesion | undefined)[]> => {
  const alive = await readShared<readonly LiveSesion[]>(db, {
    query: CompiledQuery.raw(LIVE_SESION, [sids]),
    read: ({ rows }) => rows,
  });
  return sids.map((id) => alive.find(({ sid }) => sid === id));
};

/**
 * The live session with its account and person as they are now, read with those of whoever else asks at this moment; beside it
 * what goes `along`. When that fails it is left to who asked for it, to fail where it belongs.
 */
export const findLiveSesion = async (
  db: Db,
  sid: string,
  along?: Along,
): Promise<LiveSesion | undefined> => {
  const [sesion] = await Promise.all([
    readJoined(db, readLiveSesiones, sid),
    along && readAlong(db, along, sid),
  ]);
  return sesion;
};

const readAlong = async (db: Db, along: Along, sid: string): Promise<void> => {
  try {
    along.read = { leido: await along.reading(db, { sesion: sid }) };
  } catch {
    // Whoever asked for it asks again.
  }
};

/** An account and its person as they are now. */
export const findCuentaAhora = async (
  db: Db | Trx,
  uid: string,
): Promise<CuentaAhora | undefined> => {
  const { rows } = await sql<CuentaAhora>`
    select ${ahora}
    from cuentas c
    left join personas p on p.id = c.persona_id
    where c.uid = ${uid}`.execute(db);
  return rows[0];
};

/** Locks a session for its rotation; null when it is over. */
export const lockSesion = async (trx: Trx, sid: string) =>
  trx
    .selectFrom('sesiones')
    .select([
      'id',
      'uid',
      'registro',
      'email',
      'refresh_hash',
      'prev_hash',
      'auth_time',
      'revocado_en',
      sql<boolean>`(${alive()})`.as('vigente'),
      sql<boolean>`rotado_en > now() - make_interval(secs => ${GRACE_SECONDS})`.as('en_gracia'),
    ])
    .where('id', '=', sid)
    .forUpdate()
    .executeTakeFirst();

export const rotateSesion = async (trx: Trx, sid: string, refreshHash: string): Promise<void> => {
  await trx
    .updateTable('sesiones')
    .set({
      prev_hash: sql`refresh_hash`,
      refresh_hash: refreshHash,
      rotado_en: sql<Date>`now()`,
      usado_en: sql<Date>`now()`,
    })
    .where('id', '=', sid)
    .execute();
};

/** Ends a session; gives whose it was, or undefined when it had ended already. */
export const revokeSesion = (trx: Db | Trx, sid: string) =>
  trx
    .updateTable('sesiones')
    .set({ revocado_en: sql<Date>`now()` })
    .where('id', '=', sid)
    .where('revocado_en', 'is', null)
    .returning('uid')
    .executeTakeFirst();

/** Whether a session is still in force; held until the transaction ends. */
export const lockLiveSesion = async (trx: Trx, sid: string): Promise<boolean> =>
  (await trx
    .selectFrom('sesiones')
    .select('id')
    .where('id', '=', sid)
    .where(alive())
    .forUpdate()
    .executeTakeFirst()) !== undefined;

/** Ends every session of an account, or all but one. Gives how many it ended. */
export const revokeSesionesOf = async (
  trx: Db | Trx,
  uid: string,
  except?: string,
): Promise<number> => {
  let query = trx
    .updateTable('sesiones')
    .set({ revocado_en: sql<Date>`now()` })
    .where('uid', '=', uid)
    .where('revocado_en', 'is', null);
  if (except) query = query.where('id', '!=', except);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
};

/** Sessions that ended more than 30 days ago are of no use to anybody. */
export const deleteOldSesiones = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('sesiones')
    .where('vence_en', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
};

/** The live sessions of an account, the latest used first. */
export const listSesionesOf = (db: Db, uid: string) =>
  db
    .selectFrom('sesiones')
    .select(['id', 'auth_time', 'usado_en', 'ip', 'user_agent'])
    .where('uid', '=', uid)
    .where('registro', '=', false)
    .where(alive())
    .orderBy('usado_en', 'desc')
    .limit(100)
    .execute();

/** Ends one session if it is that account's; whether it did. */
export const revokeOwnSesion = async (trx: Trx, uid: string, sid: string): Promise<boolean> => {
  const result = await trx
    .updateTable('sesiones')
    .set({ revocado_en: sql<Date>`now()` })
    .where('id', '=', sid)
    .where('uid', '=', uid)
    .where('revocado_en', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** When each of these accounts last used a session that has not ended; one without any is left out. */
export const selectUltimoUso = async (
  db: Db | Trx,
  uids: readonly string[],
): Promise<ReadonlyMap<string, Date>> => {
  const { rows } = await sql<{ uid: string; en: Date }>`
    select uid, max(usado_en) as en from sesiones
    where uid = any(${uids}::text[]) and revocado_en is null and vence_en > now() group by uid`.execute(
    db,
  );
  return new Map(rows.map(({ uid, en }) => [uid, en]));
};

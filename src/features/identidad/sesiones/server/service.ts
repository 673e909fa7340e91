import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { writeJoined } from '../../../../platform/server/db/joined.ts';
import { type Along, perform } from '../../../../platform/server/db/together.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { recordCambio, recordingWithin } from '../../../../platform/server/historial/index.ts';
import {
  type Browser,
  type Origin as From,
  TOKEN_COOKIE,
} from '../../../../platform/server/origin.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { ACCESS_SECONDS } from '../../../../platform/server/tokens.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { isSignedIn, isStaff } from '../../../../platform/shared/policy.ts';
import type { SesionUser } from '../../contract.ts';
import * as contract from '../../contract.ts';
import type { Cuenta } from '../../cuentas/server/data.ts';
import type { Mostrada } from '../ingreso/server/service.ts';
import {
  ABSOLUTE_SECONDS,
  type Abiertas,
  type CuentaAhora,
  type Entrada,
  findCuentaAhora,
  findLiveSesion,
  insertSesion,
  isCuentaOcupada,
  lockSesion,
  type NuevaSesion,
  opening,
  openingAll,
  RESTRICTED_SECONDS,
  refuseNobody,
  revokeOwnSesion,
  revokeSesion,
  revokeSesionesOf,
  rotateSesion,
  type SesionAbierta,
} from './data.ts';
import { presentActor, presentClaims, presentUser } from './present.ts';

export const REFRESH_COOKIE = '__Secure-refresh';

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * A refresh token names its session and its turn and carries a MAC: an old one is known for what
 * it is (a replay), a made-up one cannot end anybody's session. Only its hash is stored.
 */
const refreshToken = (services: Services, sid: string, turn: number): string => {
  const body = `${sid}.${turn}`;
  const mac = createHmac('sha256', services.secrets.prepared('refresh'))
    .update(body)
    .digest('base64url');
  return `${body}.${mac}`;
};

const readRefreshToken = (
  services: Services,
  token: string,
): { sid: string; turn: number } | null => {
  const [sid = '', turn = ''] = token.split('.');
  if (!/^[0-9a-f-]{36}$/.test(sid) || !/^\d{1,9}$/.test(turn)) return null;
  const genuine = Buffer.from(refreshToken(services, sid, Number(turn)));
  const given = Buffer.from(token);
  if (genuine.length !== given.length || !timingSafeEqual(genuine, given)) return null;
  return { sid, turn: Number(turn) };
};

export type OpenSesion = { accessToken: string; refreshToken: string; sid: string };
/** A session in force again, and whose it is. */
export type Entered = OpenSesion & { cuenta: CuentaAhora };

type Origin = From & Partial<Pick<Browser, 'cookies'>>;

/** A session that is to begin, and the token that renews it. */
const nuevaSesion = (
  services: Services,
  { cuenta, registro }: { cuenta: Cuenta; registro: boolean },
  origin: Origin,
): NuevaSesion & { token: string } => {
  const id = randomUUID();
  const token = refreshToken(services, id, 0);
  const restricted = registro || !cuenta.email_verified;
  return {
    id,
    uid: cuenta.uid,
    registro,
    email: cuenta.email,
    refreshHash: sha256(token),
    seconds: restricted ? RESTRICTED_SECONDS : ABSOLUTE_SECONDS,
    ip: origin.ip,
    userAgent: origin.userAgent,
    token,
  };
};

/** Opens a session of an account. `registro` makes one that may only finish a registration. */
export const openSesion = async (
  services: Services,
  db: Db | Trx,
  who: { cuenta: Cuenta; registro: boolean },
  origin: Origin,
): Promise<OpenSesion> => {
  const nueva = nuevaSesion(services, who, origin);
  const abierta = await insertSesion(db, nueva);
  return {
    accessToken: signAccess(services, abierta, nueva.id),
    refreshToken: nueva.token,
    sid: nueva.id,
  };
};

const signAccess = (
  services: Services,
  cuenta: CuentaAhora & Pick<SesionAbierta, 'auth_time' | 'registro'>,
  id: string,
): string =>
  services.tokens.sign(
    cuenta.uid,
    presentClaims(cuenta, { ...cuenta, id }, services.env.publicUrl),
  );

/** The account of who acts as it was read to know that they may, in the same request. */
const leidas = new WeakMap<Actor, CuentaAhora>();

/** Who a token belongs to now: signature, session in force, account enabled. Null otherwise. */
export const resolveActor = async (
  token: string,
  services: Services,
  along?: Along,
): Promise<Actor | null> => {
  const claims = await services.tokens.check(token);
  if (!claims) return null;
  const row = await findLiveSesion(services.db, claims.sid, along);
  if (!row || row.disabled) return null;
  const actor = presentActor(row, row);
  if (actor.uid !== claims.sub) return null;
  leidas.set(actor, row);
  return actor;
};

/** The account of a session in force, for what asks again while a stream is open: it is no activity of the session's. */
export const readSesionViva: Slots['sesionViva'] = async ({ db }, sid) => {
  const row = await findLiveSesion(db, sid);
  if (!row || row.disabled) return null;
  const actor = presentActor(row, row);
  return isSignedIn(actor) ? { uid: actor.uid, staff: isStaff(actor) } : null;
};

/**
 * Who an account is now, without a session: for work that it asked for and that goes on although it signed
 * out (docs/decisions/0024). Null when it is no more, or disabled.
 */
export const readActor = async (db: Db | Trx, uid: string): Promise<Actor | null> => {
  const row = await findCuentaAhora(db, uid);
  return row && !row.disabled ? presentActor(row, { sid: '', registro: false }) : null;
};

/** With whoever else enters at this moment; alone when somebody holds the account, who is then waited for. */
const open = async (db: Db, entrada: Entrada): Promise<Abiertas> => {
  try {
    // Not on connections that requests share: it may wait for the history's chain.
    return await writeJoined(db, openingAll, entrada, perform);
  } catch (error) {
    if (!isCuentaOcupada(error)) throw error;
    return perform(db, opening(entrada));
  }
};

/**
 * Opens the session of somebody who just showed who they are, leaves it in the history and gives their attempt back, all in
 * one transaction.
 */
export const enter = async (
  services: Services,
  { cuenta, devolver }: Mostrada,
  origin: Origin,
): Promise<Entered> => {
  const { db, throttle } = services;
  const nueva = nuevaSesion(services, { cuenta, registro: false }, origin);
  const cambio = recordingWithin(db, 'sesion.abrir', { id: nueva.id, actorUid: cuenta.uid });
  const { cabeza, abiertas } = await open(db, {
    nueva: { ...nueva, ingresoEn: services.now() },
    cambio: cambio.valores,
    devueltos: throttle.givenBack(devolver),
  });
  cambio.heard(cabeza);
  const abierta = abiertas.get(cuenta.uid) ?? refuseNobody();
  const accessToken = signAccess(services, { ...abierta, registro: false }, nueva.id);
  return { accessToken, refreshToken: nueva.token, sid: nueva.id, cuenta: abierta };
};

/**
 * Rotates a refresh token. The previous one is good for a few seconds more and gives the same
 * successor (two tabs, an answer that was lost); any older one is a replay and ends the session.
 */
export const refresh = async (services: Services, token: string): Promise<Entered | null> => {
  const read = readRefreshToken(services, token);
  if (!read) return null;
  return services.db.transaction().execute(async (trx) => {
    const sesion = await lockSesion(trx, read.sid);
    if (!sesion?.vigente) return null;
    const hash = sha256(token);
    const current = sesion.refresh_hash === hash;
    const inGrace = sesion.prev_hash === hash && sesion.en_gracia;
    if (!current && !inGrace) {
      await revokeSesion(trx, sesion.id);
      await recordCambio(trx, 'sesion.terminarPorRepeticion', {
        id: sesion.id,
        actorUid: sesion.uid,
      });
      return null;
    }
    const successor = refreshToken(services, sesion.id, read.turn + 1);
    if (current) await rotateSesion(trx, sesion.id, sha256(successor));
    const cuenta = await findCuentaAhora(trx, sesion.uid);
    if (!cuenta || cuenta.disabled) return null;
    const accessToken = signAccess(services, { ...sesion, ...cuenta }, sesion.id);
    return { accessToken, refreshToken: successor, sid: sesion.id, cuenta };
  });
};

/**
 * Where the browser sends what renews a session: to be renewed, to be ended also when the other cookie
 * has gone, and to be replaced by another. Nowhere else does it travel.
 */
const refreshPaths = ({ env }: Services): string[] =>
  [contract.refreshSesion, contract.signOut, contract.signIn].map(
    ({ name }) => `/${env.region}/${name}`,
  );

/** Leaves the session in cookies that script cannot read. */
export const setSesionCookies = (
  services: Services,
  request: Browser,
  sesion: OpenSesion,
): void => {
  request.setCookie(TOKEN_COOKIE, sesion.accessToken, { path: '/', maxAgeSeconds: ACCESS_SECONDS });
  for (const path of refreshPaths(services)) {
    request.setCookie(REFRESH_COOKIE, sesion.refreshToken, {
      path,
      maxAgeSeconds: ABSOLUTE_SECONDS,
    });
  }
};

export const clearSesionCookies = (services: Services, request: Browser): void => {
  request.setCookie(TOKEN_COOKIE, null, { path: '/' });
  for (const path of refreshPaths(services)) request.setCookie(REFRESH_COOKIE, null, { path });
};

/**
 * Ends the session that this browser (or this token) is of. The access cookie lives a quarter of an
 * hour: afterwards only the one that renews says which it is.
 */
export const endSesionesHere = async (
  services: Services,
  request: Browser,
  actor: Actor | null,
): Promise<void> => {
  const renewable = readRefreshToken(services, request.cookies[REFRESH_COOKIE] ?? '');
  const sids = new Set([actor?.sid, renewable?.sid].filter((sid) => sid !== undefined));
  if (sids.size === 0) return;
  await services.db.transaction().execute(async (trx) => {
    for (const sid of sids) {
      const ended = await revokeSesion(trx, sid);
      if (!ended) continue;
      await recordCambio(trx, 'sesion.terminar', {
        id: sid,
        actorUid: ended.uid ?? `registro:${sid}`,
      });
    }
  });
};

/** The current user as their browser keeps it. */
export const presentCurrent = ({ secrets }: Services, cuenta: CuentaAhora): SesionUser =>
  presentUser(cuenta, secrets.derive(`espejo:${cuenta.uid}`).toString('base64url'));

/** The same of who acts, as their account was read when the request came; null when it is no more. */
export const presentOwn = async (services: Services, actor: Actor): Promise<SesionUser | null> => {
  const cuenta = leidas.get(actor) ?? (await findCuentaAhora(services.db, actor.uid));
  return cuenta ? presentCurrent(services, cuenta) : null;
};

/** Ends one of somebody's own sessions. */
export const endOwnSesion = async (trx: Trx, uid: string, sid: string): Promise<void> => {
  if (!(await revokeOwnSesion(trx, uid, sid))) {
    throw new CallError('NOT_FOUND', 'Esa sesión ya había terminado.');
  }
  await recordCambio(trx, 'sesion.terminar', { id: sid });
};

/** Ends all of somebody's sessions but the one they are in. Gives how many. */
export const endOtherSesiones = async (
  trx: Trx,
  { uid, sid }: Pick<Actor, 'uid' | 'sid'>,
): Promise<number> => {
  const terminadas = await revokeSesionesOf(trx, uid, sid);
  await recordCambio(trx, 'sesion.terminarOtras', {
    id: uid,
    entidad: 'cuenta',
    despues: { terminadas },
  });
  return terminadas;
};

/** When each of these accounts last used a session that is in force: whether somebody is there. */
export { selectUltimoUso as readUltimoUso } from './data.ts';

import { currentRequest } from '../../../../platform/server/request-context.ts';
import { logSecurity } from '../../../../platform/server/security-log.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import type { Motivo } from '../rules.ts';
import { addIntentos, deleteOldIntentos, type Intentos, trimIntentos } from './data.ts';

/** Milliseconds that attempts wait to be written together. */
const EVERY = 2_000;
/** Groups of attempts that wait at most; of what is beyond, the log alone tells. */
const MAX_WAITING = 1_000;
/** Addresses that are told apart of one account in one writing; the others count together. */
const MAX_ADDRESSES = 20;

type Buffer = {
  waiting: Map<string, Intentos>;
  /** Addresses that wait, by account. */
  addresses: Map<string, Set<string>>;
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void>;
};

const buffers = new WeakMap<object, Buffer>();
const bufferOf = ({ throttle }: Services): Buffer => {
  const known = buffers.get(throttle);
  if (known) return known;
  const made: Buffer = {
    waiting: new Map(),
    addresses: new Map(),
    timer: undefined,
    writing: Promise.resolve(),
  };
  buffers.set(throttle, made);
  return made;
};

const write = async (services: Services, buffer: Buffer): Promise<void> => {
  clearTimeout(buffer.timer);
  buffer.timer = undefined;
  const intentos = [...buffer.waiting.values()];
  buffer.waiting.clear();
  buffer.addresses.clear();
  if (intentos.length === 0) return;
  try {
    await services.db.transaction().execute(async (trx) => {
      const uids = await addIntentos(trx, intentos);
      if (uids.length > 0) await trimIntentos(trx, uids);
    });
  } catch (error) {
    services.log.warn({ err: error }, 'no se anotaron intentos fallidos');
  }
};

/** Writes what waits; for whoever is about to read it, and at the end of the process. */
export const flushIntentos = (services: Services): Promise<void> => {
  const buffer = bufferOf(services);
  buffer.writing = buffer.writing.then(() => write(services, buffer));
  return buffer.writing;
};

/** Whose account: its uid, or the address that was typed, of which nobody asks here whether it is anybody's. */
type DeQuien = { uid: string; email?: undefined } | { uid?: undefined; email: string };

/**
 * Notes an attempt to enter that failed: a line in the log, without personal data, and a count for the owner
 * of the account. Costs the same whether there is such an account, and no writing of its own however many there
 * are (docs/decisions/0027).
 */
export const noteIntento = (
  services: Services,
  quien: DeQuien & { cuenta?: string | undefined },
  motivo: Motivo,
  origin: { ip: string; userAgent: string },
): void => {
  const { uid = null, email = null } = quien;
  logSecurity(services, 'ingreso-fallido', origin.ip, {
    motivo,
    cuenta: quien.cuenta ?? uid,
    reqId: currentRequest()?.requestId,
  });
  const buffer = bufferOf(services);
  const whose = uid ?? `@${email}`;
  const addresses = buffer.addresses.get(whose) ?? new Set();
  const told = addresses.has(origin.ip) || addresses.size < MAX_ADDRESSES;
  const direccion = told ? origin.ip : '';
  const key = JSON.stringify([whose, motivo, direccion]);
  const known = buffer.waiting.get(key);
  const ultima = new Date().toISOString();
  if (known) {
    known.veces += 1;
    known.ultima = ultima;
    return;
  }
  if (buffer.waiting.size >= MAX_WAITING) return;
  if (told) buffer.addresses.set(whose, addresses.add(origin.ip));
  buffer.waiting.set(key, {
    uid,
    email,
    motivo,
    direccion,
    dispositivo: told ? origin.userAgent : '',
    veces: 1,
    primera: ultima,
    ultima,
  });
  if (buffer.timer === undefined) {
    buffer.timer = setTimeout(() => void flushIntentos(services), EVERY);
    buffer.timer.unref();
  }
};

/** Runs what counts attempts; when it says that there were too many, that is one of the failed ones. */
export const notingLimit = async <T>(
  services: Services,
  quien: DeQuien,
  origin: { ip: string; userAgent: string },
  count: () => Promise<T>,
): Promise<T> => {
  try {
    return await count();
  } catch (error) {
    if (error instanceof CallError && error.status === 'RESOURCE_EXHAUSTED') {
      noteIntento(services, quien, 'limite', origin);
    }
    throw error;
  }
};

/** Removes those that are kept no longer; the job `identidad-limpiar` does it, each hour. */
export const cleanIntentos = ({ db }: Pick<Services, 'db'>): Promise<void> => deleteOldIntentos(db);

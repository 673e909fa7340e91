import { asWhoAsks } from '../request-context.ts';
import type { Db, Trx } from './index.ts';
import { sharedReader, writeShared } from './shared.ts';
import type { Statement } from './together.ts';

/** How many things go together, at most. */
const MOST = 32;
/** Milliseconds after which what was sent is taken to wait for a lock: what came meanwhile goes without it. */
const LATE_MS = 25;
/** So many that went together are answered together, and come back one after the other, within as many milliseconds. */
const MANY = 4;
const BACK_MS = 1;
/** How many go on their way at once. */
const AT_ONCE = 3;

type Waiting<I, T> = {
  item: I;
  resolve: (answer: T) => void;
  reject: (error: unknown) => void;
  /** Runs as whoever asked for it. */
  as: (work: () => Promise<void>) => Promise<void>;
};

const isOutage = (error: unknown): boolean => (error as { name?: string }).name === 'Outage';

/** The database said no, and undid it; what it is away at may be written or not. */
const isRefused = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return !isOutage(error) && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
};

/** What is done of several things at once. */
type Doing<I, T> = {
  /** An answer for each, or a failure of all. */
  readonly all: (items: readonly I[]) => Promise<readonly T[]>;
  /** Whether, after this failure of all, each may be done by itself. */
  readonly isUndone: (error: unknown) => boolean;
  /** Whether, after many went together, the next waits for those who come back with it. */
  readonly gathers?: boolean;
};

const createJoint = <I, T>({ all, isUndone, gathers = false }: Doing<I, T>) => {
  const waiting: Waiting<I, T>[] = [];
  let flying = 0;
  /** Of those on their way, the ones that are not late. */
  let fresh = 0;
  let planned = false;
  let wentTogether = 0;

  const doAll = async (batch: readonly Waiting<I, T>[]): Promise<void> => {
    try {
      const answers = await all(batch.map(({ item }) => item));
      for (const [n, { resolve }] of batch.entries()) resolve(answers[n]!);
    } catch (error) {
      if (batch.length > 1 && isUndone(error)) {
        await Promise.all(batch.map((one) => one.as(() => doAll([one]))));
      } else for (const { reject } of batch) reject(error);
    }
  };

  const fly = async (batch: readonly Waiting<I, T>[]) => {
    flying += 1;
    fresh += 1;
    let counted = true;
    const settle = () => {
      if (counted) fresh -= 1;
      counted = false;
    };
    const late = setTimeout(() => {
      settle();
      next();
    }, LATE_MS);
    await batch[0]!.as(() => doAll(batch));
    clearTimeout(late);
    settle();
    flying -= 1;
    next();
  };

  const next = () => {
    if (waiting.length === 0 || fresh > 0 || flying >= AT_ONCE) return;
    const batch = waiting.splice(0, MOST);
    wentTogether = batch.length;
    void fly(batch);
  };

  return (item: I): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ item, resolve, reject, as: asWhoAsks() });
      if (planned) return;
      planned = true;
      const go = () => {
        planned = false;
        next();
      };
      // What else comes in this turn of the event loop goes with it.
      if (gathers && wentTogether >= MANY) setTimeout(go, BACK_MS);
      else setImmediate(go);
    });
};

/** By database, and by what does it. */
const joints = new WeakMap<object, WeakMap<object, unknown>>();

const jointOf = <I, T>(db: Db, how: object, doing: Doing<I, T>): ((item: I) => Promise<T>) => {
  const { adapter } = db.getExecutor();
  const known = joints.get(adapter) ?? new WeakMap<object, unknown>();
  joints.set(adapter, known);
  const joint = (known.get(how) ?? createJoint(doing)) as (item: I) => Promise<T>;
  known.set(how, joint);
  return joint;
};

/**
 * Writes something as a transaction by itself, in one statement with what others ask to be written while the one before is on
 * its way: many at once cost little more than one. When the database refuses them, each is tried by itself, so that what one fails
 * at is nothing to the others. `writing` (all of them or, when it fails, none) must be one function, always the same, and `send` too:
 * on a connection that other requests share, or (`perform`) on one of its own.
 */
export const writeJoined = <I, T>(
  db: Db,
  writing: (items: readonly I[]) => Statement<T>,
  item: I,
  send: (db: Db, statement: Statement<T>) => Promise<T> = writeShared,
): Promise<T> => {
  /** Why some could not even be asked for. */
  const unasked = new WeakSet<object>();
  const ask = (items: readonly I[]) => {
    try {
      return writing(items);
    } catch (error) {
      unasked.add(error as object);
      throw error;
    }
  };
  const all = async (items: readonly I[]) => {
    const answer = await send(db, ask(items));
    return items.map(() => answer);
  };
  const isUndone = (error: unknown) => isRefused(error) || unasked.has(error as object);
  return jointOf<I, T>(db, writing, { all, isUndone })(item);
};

/**
 * Reads something short with what others ask for in the same way while those before are being read, on the connections of
 * `readShared`; never sooner than it is asked for, and a millisecond later where many ask.
 * `reading` gives an answer for each, in their order, and must be one function, always the same. Within a transaction it is read alone.
 */
export const readJoined = async <I, T>(
  db: Db | Trx,
  reading: (db: Db | Trx, items: readonly I[]) => Promise<readonly T[]>,
  item: I,
): Promise<T> => {
  if (db.isTransaction) return (await reading(db, [item]))[0]!;
  const all = (items: readonly I[]) => reading(sharedReader(db), items);
  return jointOf<I, T>(db, reading, { all, isUndone: (error) => !isOutage(error), gathers: true })(
    item,
  );
};

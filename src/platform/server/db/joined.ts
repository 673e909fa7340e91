import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from './index.ts';
import { writeShared } from './shared.ts';
import type { Statement } from './together.ts';

/** What one statement writes, at most. */
const MOST = 32;
/** Milliseconds after which what was sent is taken to wait for a lock: what came meanwhile goes without it. */
const LATE_MS = 25;
/** Statements on their way at once. */
const AT_ONCE = 3;

/** A statement that writes several things of one kind, a transaction by itself: all of them or, when it fails, none. */
type Writing<I, T> = (items: readonly I[]) => Statement<T>;

type Waiting<I, T> = {
  item: I;
  resolve: (answer: T) => void;
  reject: (error: unknown) => void;
  /** Runs as whoever asked for it. */
  as: (work: () => Promise<void>) => Promise<void>;
};

/** The database said no, and undid it; what it is away at may be written or not. */
const isRefused = (error: unknown): boolean => {
  const { name, code } = error as { name?: string; code?: unknown };
  return name !== 'Outage' && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
};

const createJoint = <I, T>(db: Db, writing: Writing<I, T>) => {
  const waiting: Waiting<I, T>[] = [];
  let flying = 0;
  /** Of those on their way, the ones that are not late. */
  let fresh = 0;
  let planned = false;

  const writeOne = ({ item, resolve, reject }: Waiting<I, T>) =>
    writeShared(db, writing([item])).then(resolve, reject);

  const writeAll = async (batch: readonly Waiting<I, T>[]) => {
    try {
      const answer = await writeShared(db, writing(batch.map(({ item }) => item)));
      for (const { resolve } of batch) resolve(answer);
    } catch (error) {
      if (isRefused(error)) await Promise.all(batch.map((one) => one.as(() => writeOne(one))));
      else for (const { reject } of batch) reject(error);
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
    const [first] = batch;
    await first!.as(() => (batch.length === 1 ? writeOne(first!) : writeAll(batch)));
    clearTimeout(late);
    settle();
    flying -= 1;
    next();
  };

  const next = () => {
    if (waiting.length === 0 || fresh > 0 || flying >= AT_ONCE) return;
    void fly(waiting.splice(0, MOST));
  };

  return (item: I): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ item, resolve, reject, as: AsyncLocalStorage.snapshot() });
      if (planned) return;
      planned = true;
      // What else comes in this turn of the event loop goes with it.
      setImmediate(() => {
        planned = false;
        next();
      });
    });
};

/** By database, and by what is written. */
const joints = new WeakMap<object, WeakMap<object, unknown>>();

/**
 * Writes something as a transaction by itself, in one statement with what others ask to be written while the one before is on
 * its way: many at once cost little more than one. When the database refuses them, each is tried by itself, so that what one fails
 * at is nothing to the others. `writing` must be one function, always the same.
 */
export const writeJoined = <I, T>(db: Db, writing: Writing<I, T>, item: I): Promise<T> => {
  const { adapter } = db.getExecutor();
  const known = joints.get(adapter) ?? new WeakMap<object, unknown>();
  joints.set(adapter, known);
  const joint = (known.get(writing) ?? createJoint(db, writing)) as (item: I) => Promise<T>;
  known.set(writing, joint);
  return joint(item);
};

import { CallError } from '../shared/errors.ts';
import { networkOf } from './network.ts';

export type Lane = {
  /**
   * Runs `work` when its turn comes. Turns go round the keys (whose it is: an account, or a visitor's address,
   * which counts by its network), so that nobody who asks for much stands in everybody's way. Rejects with the
   * signal's reason when aborted while it waits.
   * @throws {CallError} UNAVAILABLE when too many wait: at once when they are one's own, and also later when
   * there is no room for somebody who has fewer.
   */
  run: <T>(key: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
};

export type LaneOptions = {
  /** How many run; and of one key (default 1). */
  atOnce: number;
  atOnceEach?: number;
  /** How many may wait; and of one key (default 3). Who has most of them makes room for others. */
  waiting: number;
  waitingEach?: number;
  /**
   * After each turn, waits one round of the event loop for the next work of whoever had it: a request of several
   * statements then waits for others once, not once for each. Only while others wait.
   */
  waitsForNext?: boolean;
  /** What who comes after too many reads: Spanish, says what to do. */
  tooMany?: string;
};

/** Turns that one key may have in a row while others wait: about as many as a request has statements. */
const MOST_IN_A_ROW = 6;

type Waiting = { key: string; begin: () => void; refuse: (reason: unknown) => void };

/** A short queue for heavy work. */
export const createLane = (options: LaneOptions): Lane => {
  const { atOnce, atOnceEach = 1, waiting, waitingEach = 3, waitsForNext = false } = options;
  const tooMany =
    options.tooMany ?? 'Hay muchos archivos en espera. Inténtelo de nuevo en un momento.';
  const queue: Waiting[] = [];
  /** Of each key that has something here: how many run, and when it last had its turn. */
  const keys = new Map<string, { running: number; turn: number }>();
  let busy = 0;
  let turns = 0;
  /** Who had the last turns, and how many in a row. */
  let row = { key: '', turns: 0 };

  /** The next in line: of the keys that may run, the one whose last turn is longest ago. */
  const choose = (): number => {
    let best = -1;
    let bestTurn = Number.POSITIVE_INFINITY;
    for (const [at, { key }] of queue.entries()) {
      const { running, turn } = keys.get(key) ?? { running: 0, turn: 0 };
      if (running < atOnceEach && turn < bestTurn) [best, bestTurn] = [at, turn];
    }
    return best;
  };

  const next = () => {
    if (busy >= atOnce) return;
    const at = choose();
    if (at < 0) return;
    const [one] = queue.splice(at, 1);
    const { key, begin } = one!;
    busy += 1;
    turns += 1;
    row = { key, turns: row.key === key ? row.turns + 1 : 1 };
    keys.set(key, { running: (keys.get(key)?.running ?? 0) + 1, turn: turns });
    begin();
  };

  const leave = (key: string) => {
    busy -= 1;
    const state = keys.get(key);
    if (!state) return;
    state.running -= 1;
    if (queue.length === 0 && busy === 0) return keys.clear();
    // A job that asks again at once would come before those who wait for ever if its turns were forgotten.
    const tooMany = waitsForNext && row.key === key && row.turns >= MOST_IN_A_ROW;
    if (state.running === 0 && !tooMany && !queue.some((one) => one.key === key)) keys.delete(key);
  };

  /** Who is to leave a full queue so that somebody with `mine` waiting comes in: the last of who has most. */
  const greediest = (mine: number): Waiting | null => {
    const counts = new Map<string, number>();
    let most: Waiting | null = null;
    for (const one of queue) {
      const count = (counts.get(one.key) ?? 0) + 1;
      counts.set(one.key, count);
      if (count >= (counts.get(most?.key ?? '') ?? 0)) most = one;
    }
    return most && counts.get(most.key)! > mine + 1 ? most : null;
  };

  /** @throws {CallError} UNAVAILABLE when there is none. */
  const makeRoom = (key: string): void => {
    const mine = queue.filter((one) => one.key === key).length;
    if (mine < waitingEach && queue.length < waiting) return;
    const refusal = new CallError('UNAVAILABLE', tooMany);
    const other = mine < waitingEach ? greediest(mine) : null;
    if (!other) throw refusal;
    other.refuse(refusal);
  };

  return {
    async run(whose, work, signal) {
      signal?.throwIfAborted();
      const key = networkOf(whose);
      makeRoom(key);
      await new Promise<void>((resolve, reject) => {
        const mine: Waiting = {
          key,
          begin: () => {
            signal?.removeEventListener('abort', giveUp);
            resolve();
          },
          refuse: (reason) => {
            signal?.removeEventListener('abort', giveUp);
            const at = queue.indexOf(mine);
            if (at >= 0) queue.splice(at, 1);
            reject(reason);
          },
        };
        const giveUp = () => mine.refuse(signal?.reason);
        signal?.addEventListener('abort', giveUp, { once: true });
        queue.push(mine);
        next();
      });
      try {
        return await work();
      } finally {
        leave(key);
        if (waitsForNext && queue.length > 0) setImmediate(next);
        else next();
      }
    },
  };
};

import type { Peers } from './db/peers.ts';

/** One's place among those who came for the same thing. */
export type Turn = {
  /** What those who came later may wait for is done, or failed. */
  done: () => void;
  /** Settles when all who came before are done; `ms` later in any case. */
  before: (ms: number) => Promise<void>;
};

type Line = { undone: Set<number>; waiting: Map<number, () => void> };

export type Turns = {
  /** The next place under a key. */
  enter: (key: string) => Turn;
  /** Begins to speak with the other processes. */
  start: () => Promise<void>;
};

/** Milliseconds that this process takes to answer another one, at most. */
const ANSWER_MS = 5_000;

/**
 * Who came when, of what each does in its own time: whoever says how many are before them waits until those who came earlier are
 * counted, in this process and in the others (`peers`; null: there are none).
 */
export const createTurns = (peers: Peers | null): Turns => {
  const lines = new Map<string, Line>();
  let entered = 0;

  /** Nobody who came before is undone: a set keeps the order in which they came. */
  const isNext = (line: Line, mine: number): boolean => {
    const [first] = line.undone;
    return first === undefined || first >= mine;
  };

  const enter = (key: string): Turn & { here: Turn['before'] } => {
    const line = lines.get(key) ?? { undone: new Set<number>(), waiting: new Map() };
    lines.set(key, line);
    entered += 1;
    const mine = entered;
    line.undone.add(mine);
    /** Those of this process. */
    const here = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        if (isNext(line, mine)) return resolve();
        const go = () => {
          clearTimeout(timer);
          line.waiting.delete(mine);
          resolve();
        };
        const timer = setTimeout(go, ms);
        line.waiting.set(mine, go);
      });
    return {
      done() {
        const wasFirst = isNext(line, mine);
        if (!line.undone.delete(mine)) return;
        if (line.undone.size === 0 && lines.get(key) === line) lines.delete(key);
        if (!wasFirst) return;
        for (const [one, go] of line.waiting) if (isNext(line, one)) go();
      },
      here,
      async before(ms) {
        await Promise.all([here(ms), peers?.ask(key, ms)]);
      },
    };
  };

  return {
    enter,
    start: async () => {
      await peers?.start(async (key) => {
        const mine = enter(key);
        mine.done();
        await mine.here(ANSWER_MS);
      });
    },
  };
};

import type { ChildProcess } from 'node:child_process';
import { endOf, forkChild } from '../child.ts';
import { createLane } from '../lane.ts';
import { HelperLost } from '../outage.ts';

/** So much without work and a process ends, in milliseconds. */
const IDLE_MS = 20_000;

/** What is asked of such a process, and what it answers: one at a time, told by its number. */
export type Asked<Q> = Q & { id: number };
export type Answered<A> = { id: number; answer: A };

/** Processes that look at the bytes of strangers, a few at once and one for each person. */
export type Lookers<Q, A> = {
  /**
   * What the process makes of it; `broken` when it does not survive it or takes too long. `owner` is whose turn it is:
   * an account, or a visitor's address.
   * @throws {CallError} UNAVAILABLE when too many wait. @throws {HelperLost} somebody ended the process.
   */
  ask: (owner: string, question: Q) => Promise<A>;
  /** Ends them. */
  close: () => void;
};

type Child<Q, A> = { ask: (question: Q) => Promise<A>; end: () => void };

type LookersOptions<A> = {
  /** The module that the process runs: it answers each `Asked` with an `Answered`. */
  worker: string;
  /** Megabytes that a process may hold, and those of them for objects of JavaScript. */
  memory: number;
  heap: number;
  /** Milliseconds for one question. */
  lookMs: number;
  broken: A;
  atOnce: number;
  tooMany: string;
};

/** One process, started for its first question. One that a file brings down takes that file with it. */
const createChild = <Q extends object, A>(options: LookersOptions<A>): Child<Q, A> => {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let nextId = 1;

  const end = (): void => {
    clearTimeout(idle);
    child?.removeAllListeners().on('error', () => {});
    child?.kill('SIGKILL');
    child = null;
  };

  return {
    end,
    ask: (question) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        const { worker, memory, heap } = options;
        child ??= forkChild(worker, { memory, heap });
        const to = child;
        const id = nextId++;
        const settle = (answer: A, alive: boolean) => {
          clearTimeout(timer);
          to.removeAllListeners();
          if (alive) {
            // Idle, it must not keep the server from ending.
            to.on('error', end);
            to.on('exit', end);
            to.unref();
            to.channel?.unref();
            idle = setTimeout(end, IDLE_MS).unref();
          } else end();
          resolve(answer);
        };
        const lose = (error: unknown) => {
          clearTimeout(timer);
          end();
          reject(error);
        };
        const timer = setTimeout(() => settle(options.broken, false), options.lookMs);
        to.removeAllListeners();
        to.on('message', (answered: Answered<A>) => {
          if (answered.id === id) settle(answered.answer, true);
        });
        to.on('error', (cause) => lose(new HelperLost('it did not start', cause)));
        to.on('exit', (code, signal) => {
          if (endOf(to, code, signal) === 'file') settle(options.broken, false);
          else lose(new HelperLost(String(signal ?? code)));
        });
        to.ref();
        to.channel?.ref();
        to.send({ ...question, id } satisfies Asked<Q>, () => {});
      }),
  };
};

export const createLookers = <Q extends object, A>(options: LookersOptions<A>): Lookers<Q, A> => {
  const { atOnce, tooMany } = options;
  // A classroom behind one address fits; who comes after is told to come back.
  const lane = createLane({ atOnce, waiting: 60, waitingEach: 30, tooMany });
  const children = Array.from({ length: atOnce }, () => createChild<Q, A>(options));
  const free = [...children];
  return {
    ask: (owner, question) =>
      lane.run(owner, async () => {
        const child = free.pop()!;
        try {
          return await child.ask(question);
        } finally {
          free.push(child);
        }
      }),
    close: () => {
      for (const child of children) child.end();
    },
  };
};

import { CallError } from '../shared/errors.ts';

export type Lane = {
  /**
   * Runs `work` when its turn comes: one at a time for each `key` (whose it is), so that nobody stands in
   * everybody's way. Rejects with the signal's reason when aborted while it waits.
   * @throws {CallError} UNAVAILABLE when too many wait.
   */
  run: <T>(key: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
};

type Waiting = { key: string; begin: () => void };

/** A short queue for heavy work: `atOnce` run, `waiting` wait (at most three of one key). */
export const createLane = ({ atOnce, waiting }: { atOnce: number; waiting: number }): Lane => {
  const queue: Waiting[] = [];
  const running = new Set<string>();
  let busy = 0;

  const next = () => {
    if (busy >= atOnce) return;
    const at = queue.findIndex(({ key }) => !running.has(key));
    if (at < 0) return;
    const [one] = queue.splice(at, 1);
    busy += 1;
    running.add(one!.key);
    one!.begin();
  };

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted();
      if (queue.length >= waiting || queue.filter((one) => one.key === key).length >= 3) {
        throw new CallError(
          'UNAVAILABLE',
          'Hay muchos archivos en espera. Inténtelo de nuevo en un momento.',
        );
      }
      await new Promise<void>((resolve, reject) => {
        const mine: Waiting = {
          key,
          begin: () => {
            signal?.removeEventListener('abort', leave);
            resolve();
          },
        };
        const leave = () => {
          const at = queue.indexOf(mine);
          if (at >= 0) queue.splice(at, 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', leave, { once: true });
        queue.push(mine);
        next();
      });
      try {
        return await work();
      } finally {
        busy -= 1;
        running.delete(key);
        next();
      }
    },
  };
};

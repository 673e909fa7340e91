import { StorageError } from '../../shared/storage.ts';

/** Time as the client uses it; tests move it. */
export type Clock = {
  now: () => number;
  /** Resolves after `ms`, or at once when `signal` aborts, or when the network is back. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** In [0, 1). */
  random: () => number;
};

export const browserClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        globalThis.removeEventListener?.('online', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      if (signal?.aborted) done();
      else {
        signal?.addEventListener('abort', done, { once: true });
        globalThis.addEventListener?.('online', done);
      }
    }),
  random: Math.random,
};

/** A clock whose sleeper can be woken: somebody does not want to wait any longer. */
export const createWakeable = (clock: Clock): Clock & { wake: () => void } => {
  let nap = new AbortController();
  return {
    ...clock,
    sleep: (ms, signal) => {
      nap = new AbortController();
      return clock.sleep(ms, signal ? AbortSignal.any([signal, nap.signal]) : nap.signal);
    },
    wake: () => nap.abort(),
  };
};

/** Answers that a later try may change. */
export const isRetryStatus = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status < 600);

export const throwIfCanceled = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted) throw new StorageError('canceled');
};

/** The specification: a retry time is 0 or more. */
export const checkRetryTime = (ms: number): number => {
  if (ms >= 0) return ms;
  throw new StorageError('invalid-argument', 'El tiempo para reintentar debe ser 0 o más.');
};

/** Waits of 2, 4, 8 … 64 s, each with up to a second more so that many clients do not come at once. */
export const createBackoff = (clock: Clock) => {
  let seconds = 1;
  return {
    next: (): number => {
      seconds = Math.min(seconds * 2, 64);
      return (seconds + clock.random()) * 1000;
    },
    reset: (): void => {
      seconds = 1;
    },
  };
};

/**
 * Tries until there is an answer that a later try would not change, or until `maxMs` have passed:
 * then once more, and no further. `attempt` gives null when the server could not be reached.
 */
export const withRetries = async (
  attempt: () => Promise<Response | null>,
  options: {
    maxMs: number;
    signal: AbortSignal | undefined;
    clock: Clock;
    /** It failed and will be tried again. */
    onWait?: (() => void) | undefined;
  },
): Promise<Response> => {
  const { maxMs, signal, clock, onWait } = options;
  const deadline = clock.now() + maxMs;
  const backoff = createBackoff(clock);
  for (;;) {
    throwIfCanceled(signal);
    const answer = await attempt();
    if (answer && !isRetryStatus(answer.status)) return answer;
    throwIfCanceled(signal);
    const left = deadline - clock.now();
    if (left <= 0) throw new StorageError('retry-limit-exceeded');
    onWait?.();
    await clock.sleep(Math.min(backoff.next(), left), signal);
  }
};

/**
 * Does something once the server can be reached: tries again while `isOffline` says that it could not, for `maxMs` at
 * most, then throws what went wrong. `onWait` is told how to try at once.
 */
export const untilReached = async <T>(
  act: () => Promise<T>,
  {
    maxMs,
    signal,
    clock,
    isOffline,
    onWait,
  }: {
    maxMs: number;
    signal: AbortSignal;
    clock: Clock;
    isOffline: (error: unknown) => boolean;
    onWait: (resume: () => void) => void;
  },
): Promise<T> => {
  const wakeable = createWakeable(clock);
  const deadline = clock.now() + maxMs;
  const backoff = createBackoff(clock);
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const left = deadline - clock.now();
      if (!isOffline(error) || signal.aborted || left <= 0) throw error;
      onWait(wakeable.wake);
      await wakeable.sleep(Math.min(backoff.next(), left), signal);
      throwIfCanceled(signal);
    }
  }
};

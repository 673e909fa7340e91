import { CallError } from '../../shared/errors.ts';
import { createLane } from '../lane.ts';
import { createThread } from '../thread.ts';
import type { StrengthReply, StrengthRequest } from './worker.ts';

export type PasswordStrength = {
  /**
   * How hard texts are to guess, each 0 (at once) to 4, by dictionaries of breached passwords and of Spanish words
   * and names, keyboard walks, dates and repetition. `from` is who asks (an address): turns go round.
   * @throws {CallError} UNAVAILABLE when too many wait.
   */
  scores: (texts: StrengthRequest, from: string) => Promise<number[]>;
  /** Refuses what waits and ends the thread. */
  close: () => Promise<void>;
};

const TOO_MANY =
  'Hay mucha gente registrándose en este momento. Espere unos segundos e inténtelo de nuevo.';

/** The longest that one was seen to take is a twentieth of this. */
const TIMEOUT_MS = 10_000;

/**
 * Judges passwords in a thread of its own: each takes up to a tenth of a second, in which nobody else would be
 * answered. A classroom behind one address fits in the queue; whoever sends hundreds at once is told to come back,
 * and everybody else has their turn in between.
 */
export const createPasswordStrength = (): PasswordStrength => {
  const thread = createThread({
    worker: new URL('./worker.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    recycleAfter: 10_000,
    maxWaiting: 2,
    // The dictionaries are 180 MB, and days go by without a registration.
    idleMs: 60_000,
    fail: () => new CallError('UNAVAILABLE', TOO_MANY),
  });
  const lane = createLane({ atOnce: 1, waiting: 300, waitingEach: 100, tooMany: TOO_MANY });
  return {
    scores: (texts, from) => lane.run(from, async () => (await thread.run(texts)) as StrengthReply),
    close: () => thread.close(),
  };
};

import type { Db } from './db/index.ts';
import { actAsSystem } from './request-context.ts';
import type { Services } from './services.ts';

/** Changes that take effect at a moment that was written before, whoever asks then. */
export type Punctual = {
  /** The earliest moment that waits, of those after `after`; null: none does. */
  next: (db: Db, after: Date | null) => Promise<Date | null>;
  /** Puts in effect what is due; may be asked several times at once, and by several processes. */
  apply: (services: Services) => Promise<void>;
};

/** Milliseconds between two looks at what other processes wrote. */
const LOOK_EVERY = 10_000;

/**
 * Puts scheduled changes in effect before the first request that comes after their moment is decided: a job of each minute
 * alone is up to a minute late, and more after a restart. The moment is known in memory, so a request costs a comparison.
 */
export const createPunctual = (all: readonly Punctual[]): Services['punctual'] => {
  const moments = new Map<Punctual, Date | null>();
  /** What was due by then was tried; what could not be put in effect is left to its job. */
  const tried = new Map<Punctual, Date>();
  let applying: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const look = async (db: Db): Promise<void> => {
    for (const one of all) moments.set(one, await one.next(db, tried.get(one) ?? null));
  };
  const isDue = (one: Punctual, at: Date): boolean => {
    const moment = moments.get(one);
    return moment != null && moment <= at;
  };
  const apply = async (services: Services, at: Date): Promise<void> => {
    for (const one of all.filter((each) => isDue(each, at))) {
      tried.set(one, at);
      moments.set(one, null);
      try {
        await actAsSystem(() => one.apply(services));
        moments.set(one, await one.next(services.db, at));
      } catch (error) {
        services.log.warn({ err: error }, 'lo programado no entró en vigor a su hora');
      }
    }
  };

  return {
    look,
    ready(services, receivedAt) {
      if (applying === null && all.some((one) => isDue(one, receivedAt))) {
        applying = apply(services, receivedAt).finally(() => {
          applying = null;
        });
      }
      return applying ?? undefined;
    },
    async start(db) {
      await look(db);
      // What is away now is looked at the next time.
      timer = setInterval(() => look(db).catch(() => {}), LOOK_EVERY);
      timer.unref();
    },
    close: () => clearInterval(timer),
  };
};

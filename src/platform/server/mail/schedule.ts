/*
 * When a mail is tried again and which one goes next. Pure: clocks and chance are arguments.
 */

/** Seconds before the first repetition; doubled each time. */
const FIRST_SECONDS = 30;
const LONGEST_SECONDS = 3_600;
/** Seconds for which nothing is sent after the server took nothing; doubled each time. */
const PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 300;

/** Between half and all of it, so that what failed together does not return together. */
const jitter = (seconds: number, chance: number): number => seconds * (0.5 + chance / 2);

/** Seconds until the next try, after `tries` of them. `chance`: 0–1. */
export const retrySeconds = (tries: number, chance: number, first = FIRST_SECONDS): number =>
  jitter(Math.min(LONGEST_SECONDS, first * 2 ** Math.min(tries - 1, 30)), chance);

/** Seconds until the server is tried again, after it took nothing `failures` times in a row. */
export const pauseSeconds = (failures: number, chance: number, first = PAUSE_SECONDS): number =>
  jitter(Math.min(LONGEST_PAUSE_SECONDS, first * 2 ** Math.min(failures - 1, 30)), chance);

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/**
 * How many mails at once may be on their way to a domain: one lane is always left for others, and
 * one that was slow gets a single lane.
 */
export const lanesOf = (lanes: number, slow: boolean): number =>
  slow ? 1 : Math.max(1, lanes - 1);

/**
 * The place in `waiting` of what goes next: of the domains that still may, the one with the fewest on
 * their way, in order of arrival. -1: none may.
 */
export const nextOf = (
  waiting: readonly { domain: string }[],
  onTheirWay: ReadonlyMap<string, number>,
  lanes: number,
  isSlow: (domain: string) => boolean,
): number => {
  let best = -1;
  let fewest = Number.POSITIVE_INFINITY;
  waiting.forEach(({ domain }, at) => {
    const busy = onTheirWay.get(domain) ?? 0;
    if (busy < fewest && busy < lanesOf(lanes, isSlow(domain))) {
      best = at;
      fewest = busy;
    }
  });
  return best;
};

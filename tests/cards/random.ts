/** A seeded source of chance, so that every card of a run can be made again from its number. */
export type Random = {
  /** In [0, 1). */
  next: () => number;
  /** Real number in [from, to). */
  between: (from: number, to: number) => number;
  /** Whole number in [from, to], both included. */
  whole: (from: number, to: number) => number;
  /** One of the list, which must not be empty. */
  pick: <T>(list: readonly T[]) => T;
  /** True with this probability. */
  chance: (probability: number) => boolean;
};

/** Mulberry32: 32 bits of state are plenty for test images. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (from: number, to: number) => from + next() * (to - from);
  const whole = (from: number, to: number) => Math.floor(between(from, to + 1));
  return {
    next,
    between,
    whole,
    pick: (list) => list[whole(0, list.length - 1)]!,
    chance: (probability) => next() < probability,
  };
}

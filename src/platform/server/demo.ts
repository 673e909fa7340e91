import type { Trx } from './db/index.ts';
import type { Given } from './feature.ts';
import type { Services } from './services.ts';

/**
 * What the seeds of the demonstration leave for those that build on it. A feature adds its own beside its seed, by
 * declaration merging: `declare module '…/platform/server/demo.ts' { interface DemoData { personas: … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging
export interface DemoData {}

/** What every seed is made with. The same `random` goes from one to the next: the data are the same each time. */
export type DemoTools = {
  readonly services: Services;
  readonly given: Given;
  readonly now: Date;
  readonly random: () => number;
  /** How many people there are to be; the rest is in proportion. */
  readonly people: number;
};

/**
 * Fictional data of a feature, for a demonstration. Its `run` imports the seed only when it is wanted: a portal of a
 * school never loads it.
 */
export type DemoSeed<
  N extends keyof DemoData = keyof DemoData,
  G extends keyof DemoData = keyof DemoData,
> = {
  /** What it builds on. */
  readonly needs: readonly N[];
  /** What it leaves to others. */
  readonly gives: readonly G[];
  readonly run: (trx: Trx, made: Pick<DemoData, N>, tools: DemoTools) => Promise<Pick<DemoData, G>>;
};

/** A seed whose types are those of what it names. */
export const demoSeed = <const N extends keyof DemoData, const G extends keyof DemoData>(
  seed: DemoSeed<N, G>,
): DemoSeed => seed as unknown as DemoSeed;

/**
 * Runs seeds in the order given, each as soon as what it needs is there.
 *
 * @throws when some need what none gives, or each other, or two give the same.
 */
export const runDemo = async (
  trx: Trx,
  seeds: readonly DemoSeed[],
  tools: DemoTools,
): Promise<void> => {
  const made: Record<string, unknown> = {};
  const waiting = [...seeds];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needs }) => needs.every((key) => key in made));
    const [seed] = next < 0 ? [] : waiting.splice(next, 1);
    if (!seed) {
      const missing = new Set(waiting.flatMap(({ needs }) => needs.filter((k) => !(k in made))));
      throw new Error(`No seed of the demonstration gives ${[...missing].join(', ')}.`);
    }
    for (const [key, value] of Object.entries(await seed.run(trx, made as never, tools))) {
      if (key in made) throw new Error(`Two seeds of the demonstration give ${key}.`);
      made[key] = value;
    }
  }
};

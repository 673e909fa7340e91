import type { Trx } from './db/index.ts';
import type { DemoData, DemoSeed, DemoTools } from './feature.ts';

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

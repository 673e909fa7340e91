export type Burst = {
  /** Does `work`; what it gives (or fails with) comes with what others' gives. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
};

/**
 * Gathers what ends at about the same time, so that what follows is done for several at once: with the caches of the processor
 * emptied by what ended, the first of them costs several times what the others do. What ends waits while the work of others is
 * under way, `ms` at most, until `most` have ended; alone it waits for nobody.
 */
export const createBurst = ({ most, ms }: { most: number; ms: number }): Burst => {
  let underWay = 0;
  let ended: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  const release = () => {
    clearTimeout(timer);
    timer = undefined;
    const all = ended;
    ended = [];
    for (const go of all) go();
  };

  return {
    async run(work) {
      underWay += 1;
      try {
        return await work();
      } finally {
        underWay -= 1;
        await new Promise<void>((resolve) => {
          ended.push(resolve);
          if (underWay === 0 || ended.length >= most) release();
          else timer ??= setTimeout(release, ms);
        });
      }
    },
  };
};

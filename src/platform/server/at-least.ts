import { setTimeout as after } from 'node:timers/promises';

/** Does the work and answers no sooner than `ms` after it began, so that time does not tell what it did. */
export const takeAtLeast = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  const earliest = after(ms);
  try {
    return await work();
  } finally {
    await earliest;
  }
};

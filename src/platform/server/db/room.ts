import { freeBytes } from '../data-dir.ts';

/** Bytes that the embedded database needs free to write: two segments of its log, of 16 MB each. */
const LEAST = 32 * 1_048_576;
/** Bytes at which it may write again: more, so that it does not change back and forth. */
const ENOUGH = 48 * 1_048_576;
/** Bytes without which it is not opened again: one segment of its log and what recovery writes. */
const TO_OPEN = 20 * 1_048_576;
/** Milliseconds for which an answer holds. */
const HOLDS = 1_000;

/** Whether the disk of a folder is too full to write to; asks the system at most once a second. */
export const watchRoom = (dir: string) => {
  let full = false;
  let askedAt = 0;
  return {
    isFull(): boolean {
      const now = Date.now();
      if (now - askedAt >= HOLDS) {
        askedAt = now;
        full = freeBytes(dir) < (full ? ENOUGH : LEAST);
      }
      return full;
    },
    mayOpen: (): boolean => freeBytes(dir) >= TO_OPEN,
  };
};

export type Room = ReturnType<typeof watchRoom>;

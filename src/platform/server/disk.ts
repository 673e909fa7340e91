import { diskOf, ROOM_TO_START } from './data-dir.ts';
import type { Log } from './log.ts';

/** Part of a disk below which the log warns, and above which it has been mended. */
const WARN_BELOW = 0.1;
const MENDED_ABOVE = 0.12;
/** Milliseconds between two looks. */
const EVERY = 60_000;

type Disk = ReturnType<typeof diskOf>;

const megabytes = (bytes: number): number => Math.floor(bytes / 1_048_576);

/**
 * Keeps an eye on the disk of DATA_DIR: a line in the log when a tenth of it or less is free and when that is over.
 * `look` is for tests.
 */
export const watchDisk = (dataDir: string, log: Log, look: () => Disk = () => diskOf(dataDir)) => {
  let warned = false;
  const check = (): void => {
    let disk: Disk;
    try {
      disk = look();
    } catch {
      // What is not there is told by the part of readiness.
      return;
    }
    const share = disk.free / disk.size;
    const said = {
      libresMB: megabytes(disk.free),
      porciento: Math.round(share * 100),
    };
    if (!warned && share <= WARN_BELOW) {
      warned = true;
      log.warn(
        said,
        'queda poco espacio en el disco de DATA_DIR: haga lugar antes de que se llene',
      );
    } else if (warned && share > MENDED_ABOVE) {
      warned = false;
      log.info(said, 'el disco de DATA_DIR vuelve a tener espacio');
    }
  };
  check();
  const timer = setInterval(check, EVERY);
  timer.unref();
  return {
    check,
    /** Throws while there is not as much room as a start needs. */
    ready: async (): Promise<void> => {
      check();
      if (look().free < ROOM_TO_START) throw new Error('the disk of DATA_DIR is full');
    },
    measure: look,
    close: () => clearInterval(timer),
  };
};

export type DiskWatch = ReturnType<typeof watchDisk>;

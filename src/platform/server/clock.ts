import type { Database } from './db/index.ts';
import type { Log } from './log.ts';
import { clockGauge } from './metrics.ts';

/** Milliseconds of difference from which the log warns, and from which this server is not ready. */
const WARN_FROM = 2_000;
const REFUSE_FROM = 30_000;
/** Smaller changes are the time that the answer takes: the clock does not move for them. */
const NOTICED = 100;
/** Milliseconds between two comparisons, and of the slowest answer that says something. */
const EVERY = 60_000;
const SLOWEST = 1_000;

type Asked = Pick<Database, 'kind' | 'execute'>;

/**
 * The clock of the database, which every server of an installation shares: openings, deadlines and tokens go by it. Compared
 * with this machine's at start and each minute. The embedded database has this machine's.
 */
export const createClock = async (database: Asked, log: Log, local: () => number = Date.now) => {
  let ahead = 0;
  let warned = false;

  const compare = async (): Promise<void> => {
    if (database.kind === 'pglite') return;
    const from = local();
    const { rows } = await database.execute(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    );
    const to = local();
    // Of an answer that waited nothing is known: the next one will not.
    if (to - from > SLOWEST) return;
    // The database read its clock some time between the two moments: a busy server would otherwise move its clock by half
    // of what it waited, and the servers of one machine would disagree on the order of those who wait for a place.
    const read = Number(rows[0]!.ms);
    const isPossible = (difference: number): boolean =>
      difference > read - to - NOTICED && difference < read - from + NOTICED;
    if (!isPossible(ahead)) ahead = isPossible(0) ? 0 : read - (from + to) / 2;
    clockGauge.set(Math.abs(ahead) / 1000);
    const apart = Math.abs(ahead) >= WARN_FROM;
    if (apart && !warned) {
      log.warn(
        { segundos: Math.round(ahead / 1000) },
        'el reloj de este servidor no va con el de la base de datos: revise NTP; se usa el de la base',
      );
    }
    warned = apart;
  };

  // Slow at start, say: what the first minute says is this machine's.
  await compare();
  const timer = setInterval(() => compare().catch(() => {}), EVERY);
  timer.unref();

  return {
    /** Milliseconds since the epoch by the database's clock. */
    milliseconds: (): number => local() + ahead,
    now: (): Date => new Date(local() + ahead),
    compare,
    /** Throws while this machine's clock is so far away that what it dates cannot be trusted. */
    ready: async (): Promise<void> => {
      if (Math.abs(ahead) >= REFUSE_FROM) throw new Error('the clocks differ by 30 s or more');
    },
    close: () => clearInterval(timer),
  };
};

export type Clock = Awaited<ReturnType<typeof createClock>>;

import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'kysely';
import { CallError } from '../shared/errors.ts';
import type { Db } from './db/index.ts';
import type { Secrets } from './secrets.ts';

declare module './db/index.ts' {
  interface Tables {
    limites: { llave: string; cuenta: number; vence: Date };
  }
}

export type Limit = {
  /** What is being limited, e.g. "ingreso-cuenta". */
  name: string;
  /** How many within the window are allowed. */
  max: number;
  /** Window length in seconds, counted from the first use. */
  windowSeconds: number;
};

/** The groups of an IPv6 address that its network has: the rest is one visitor's to choose. */
const NETWORK_GROUPS = 4;

/**
 * An address as limits count it: an IPv4 whole (also when it is written inside an IPv6), an IPv6 by its
 * /64, of which one visitor has all. Anything else is itself.
 */
export const networkOf = (text: string): string => {
  if (isIP(text) !== 6) return text;
  const [address = ''] = text.toLowerCase().split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...rest];
  const network = all.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
};

/**
 * Counters in the database, shared by every server process. Keys (addresses, emails) are kept
 * only as a keyed hash.
 */
export const createThrottle = (db: Db, secrets: Secrets) => {
  const secret = secrets.derive('throttle');
  // Whatever is counted by an address, alone or with something else, is counted by its network.
  const keyOf = (name: string, subject: string) => {
    const counted = subject.split(' ').map(networkOf).join(' ');
    return `${name}:${createHmac('sha256', secret).update(counted).digest('base64url')}`;
  };

  return {
    /**
     * Counts one use and throws RESOURCE_EXHAUSTED beyond the limit. Counting is one statement,
     * so that parallel guesses cannot slip through together.
     */
    async use(limit: Limit, subject: string): Promise<void> {
      const vence = sql<Date>`now() + make_interval(secs => ${limit.windowSeconds})`;
      const row = await db
        .insertInto('limites')
        .values({ llave: keyOf(limit.name, subject), cuenta: 1, vence })
        .onConflict((conflict) =>
          conflict.column('llave').doUpdateSet({
            cuenta: sql`case when limites.vence < now() then 1 else limites.cuenta + 1 end`,
            vence: sql`case when limites.vence < now() then excluded.vence else limites.vence end`,
          }),
        )
        .returning([
          'cuenta',
          sql<number>`ceil(extract(epoch from vence - now()))::int`.as('espera'),
        ])
        .executeTakeFirstOrThrow();
      if (row.cuenta > limit.max) {
        throw new CallError(
          'RESOURCE_EXHAUSTED',
          `Demasiados intentos. Espere ${describeWait(row.espera)} e inténtelo de nuevo.`,
          { code: 'demasiados-intentos', retryAfterSeconds: row.espera },
        );
      }
    },
    /** Takes back one use that turned out not to be an attempt. */
    async undo(limit: Limit, subject: string): Promise<void> {
      await db
        .updateTable('limites')
        .set({ cuenta: sql<number>`greatest(cuenta - 1, 0)` })
        .where('llave', '=', keyOf(limit.name, subject))
        .execute();
    },
    /** Forgets the count, after a success. */
    async clear(limit: Limit, subject: string): Promise<void> {
      await db.deleteFrom('limites').where('llave', '=', keyOf(limit.name, subject)).execute();
    },
    /** Removes what has run out; called by the hourly cleaning job. */
    async clean(): Promise<void> {
      await db.deleteFrom('limites').where('vence', '<', sql<Date>`now()`).execute();
    },
  };
};

export type Throttle = ReturnType<typeof createThrottle>;

const describeWait = (seconds: number) =>
  seconds <= 90 ? 'un minuto' : `${Math.ceil(seconds / 60)} minutos`;

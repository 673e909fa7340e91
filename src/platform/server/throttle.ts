import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { CallError } from '../shared/errors.ts';
import type { Db } from './db/index.ts';
import { networkOf } from './network.ts';
import type { Secrets } from './secrets.ts';

declare module './db/index.ts' {
  interface Tables {
    limites: { llave: string; cuenta: number; vence_en: Date };
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

  const refuse = (espera: number) =>
    new CallError(
      'RESOURCE_EXHAUSTED',
      `Demasiados intentos. Espere ${describeWait(espera)} e inténtelo de nuevo.`,
      { code: 'demasiados-intentos', retryAfterSeconds: espera },
    );

  return {
    /**
     * Counts one use and throws RESOURCE_EXHAUSTED beyond the limit. Counting is one statement,
     * so that parallel guesses cannot slip through together.
     */
    async use(limit: Limit, subject: string): Promise<void> {
      const venceEn = sql<Date>`now() + make_interval(secs => ${limit.windowSeconds})`;
      const row = await db
        .insertInto('limites')
        .values({ llave: keyOf(limit.name, subject), cuenta: 1, vence_en: venceEn })
        .onConflict((conflict) =>
          conflict.column('llave').doUpdateSet({
            cuenta: sql`case when limites.vence_en < now() then 1 else limites.cuenta + 1 end`,
            vence_en: sql`case when limites.vence_en < now() then excluded.vence_en else limites.vence_en end`,
          }),
        )
        .returning([
          'cuenta',
          sql<number>`ceil(extract(epoch from vence_en - now()))::int`.as('espera'),
        ])
        .executeTakeFirstOrThrow();
      if (row.cuenta > limit.max) throw refuse(row.espera);
    },
    /** Takes back one use that turned out not to be a guess. */
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
    /** Removes what has run out; the job `identidad-limpiar` does it, each hour. */
    async clean(): Promise<void> {
      await db.deleteFrom('limites').where('vence_en', '<', sql<Date>`now()`).execute();
    },
  };
};

export type Throttle = ReturnType<typeof createThrottle>;

const describeWait = (seconds: number) =>
  seconds <= 90 ? 'un minuto' : `${Math.ceil(seconds / 60)} minutos`;

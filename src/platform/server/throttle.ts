import { createHmac, createSecretKey } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
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

/** One use of a limit, and of what: an address, an email, or several with a space between. */
export type Use = readonly [limit: Limit, subject: string];

/**
 * Counters in the database, shared by every server process. Keys (addresses, emails) are kept
 * only as a keyed hash.
 */
export const createThrottle = (db: Db, secrets: Secrets) => {
  const secret = createSecretKey(secrets.derive('throttle'));
  // Whatever is counted by an address, alone or with something else, is counted by its network.
  const keyOf = ([{ name }, subject]: Use) => {
    const counted = subject.split(' ').map(networkOf).join(' ');
    return `${name}:${createHmac('sha256', secret).update(counted).digest('base64url')}`;
  };

  const refuse = (espera: number) =>
    new CallError(
      'RESOURCE_EXHAUSTED',
      `Demasiados intentos. Espere ${describeWait(espera)} e inténtelo de nuevo.`,
      { code: 'demasiados-intentos', retryAfterSeconds: espera },
    );

  /**
   * Counts one use of each, in this order and in one journey, until one is beyond its limit: that limit and the
   * refusal that tells of it, or null. Counting is one statement, so that parallel guesses cannot slip through
   * together. Who counts the same ones elsewhere does so in the same order.
   */
  const count = async (
    uses: readonly Use[],
  ): Promise<{ limit: Limit; refusal: CallError } | null> => {
    const limits = uses.map(([limit]) => limit);
    const { rows } = await db.executeQuery<{ excedida: number | null; espera: number }>(
      CompiledQuery.raw(
        'select excedida, espera from limites_usar($1::text[], $2::int[], $3::int[])',
        [uses.map(keyOf), limits.map(({ max }) => max), limits.map((one) => one.windowSeconds)],
      ),
    );
    const { excedida, espera } = rows[0]!;
    return excedida === null ? null : { limit: limits[excedida - 1]!, refusal: refuse(espera) };
  };

  /** Takes back what was counted, in the order in which it was: `uno`, or `todos` of before too. */
  const giveBack = async (
    uses: readonly (readonly [...Use, cuantos: 'uno' | 'todos'])[],
  ): Promise<void> => {
    await db.executeQuery(
      CompiledQuery.raw('select limites_devolver($1::text[], $2::bool[])', [
        uses.map(([limit, subject]) => keyOf([limit, subject])),
        uses.map(([, , cuantos]) => cuantos === 'todos'),
      ]),
    );
  };

  return {
    count,
    giveBack,
    /** Counts one use and throws RESOURCE_EXHAUSTED beyond the limit. */
    async use(limit: Limit, subject: string): Promise<void> {
      const beyond = await count([[limit, subject]]);
      if (beyond) throw beyond.refusal;
    },
    /** Forgets the count, after a success. */
    clear: (limit: Limit, subject: string): Promise<void> => giveBack([[limit, subject, 'todos']]),
    /** Removes what has run out; the job `identidad-limpiar` does it, each hour. */
    async clean(): Promise<void> {
      await db.deleteFrom('limites').where('vence_en', '<', sql<Date>`now()`).execute();
    },
  };
};

export type Throttle = ReturnType<typeof createThrottle>;

const describeWait = (seconds: number) =>
  seconds <= 90 ? 'un minuto' : `${Math.ceil(seconds / 60)} minutos`;

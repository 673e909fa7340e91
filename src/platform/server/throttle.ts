import { createHmac } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { CallError } from '../shared/errors.ts';
import type { Db } from './db/index.ts';
import { perform, type Statement } from './db/together.ts';
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

/** A use that is taken back: `uno`, or `todos` of before too. */
export type UseGivenBack = readonly [...Use, cuantos: 'uno' | 'todos'];

/** The limit that a use is beyond, and the refusal that tells of it. */
type Beyond = { limit: Limit; refusal: CallError };

/** As `limites_usar` says it. */
type Counted = { excedida: number | null; espera: number };

/** What is read beside counting: of which columns (a comma before each), joined how, with which value ($4). */
type Beside<T> = {
  columns: string;
  join: string;
  value: readonly [unknown] | readonly [];
  read: (row: object) => T;
};

const NOTHING: Beside<void> = { columns: '', join: '', value: [], read: () => {} };

/**
 * Counters in the database, shared by every server process. Keys (addresses, emails) are kept
 * only as a keyed hash.
 */
export const createThrottle = (db: Db, secrets: Secrets) => {
  const secret = secrets.prepared('throttle');
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
   * Counts one use of each, in this order, until one is beyond its limit: that limit and the refusal that tells of it,
   * or null. Counting is one statement, so that parallel guesses cannot slip through together. Who counts the same
   * ones elsewhere does so in the same order.
   */
  const counting = (uses: readonly Use[]): Statement<Beyond | null> => {
    const { query, read } = countingBeside(uses, NOTHING);
    return { query, read: (result) => read(result).beyond };
  };
  /** The same, and what a row answers beside it, in one statement. */
  const countingBeside = <T>(
    uses: readonly Use[],
    { columns, join, value, read }: Beside<T>,
  ): Statement<{ beyond: Beyond | null; leido: T }> => {
    const limits = uses.map(([limit]) => limit);
    return {
      query: CompiledQuery.raw(
        `select excedida, espera${columns} from limites_usar($1::text[], $2::int[], $3::int[]) ${join}`,
        [
          uses.map(keyOf),
          limits.map(({ max }) => max),
          limits.map((one) => one.windowSeconds),
          ...value,
        ],
      ),
      read({ rows }) {
        const { excedida, espera, ...row } = rows[0] as unknown as Counted;
        const beyond =
          excedida === null ? null : { limit: limits[excedida - 1]!, refusal: refuse(espera) };
        return { beyond, leido: read(row) };
      },
    };
  };

  /**
   * What `limites_devolver` is called with, for who calls it with what else they write: the keys, and whether all of each is
   * taken back.
   */
  const givenBack = (uses: readonly UseGivenBack[]): [llaves: string[], enteras: boolean[]] => [
    uses.map(([limit, subject]) => keyOf([limit, subject])),
    uses.map(([, , cuantos]) => cuantos === 'todos'),
  ];
  /** Takes back what was counted, in the order in which it was: `uno`, or `todos` of before too. */
  const giveBack = (uses: readonly UseGivenBack[]): Promise<void> =>
    perform(db, {
      query: CompiledQuery.raw('select limites_devolver($1::text[], $2::bool[])', givenBack(uses)),
      read: () => {},
    });

  return {
    counting,
    countingBeside,
    givenBack,
    giveBack,
    /** Counts one use and throws RESOURCE_EXHAUSTED beyond the limit. */
    async use(limit: Limit, subject: string): Promise<void> {
      const beyond = await perform(db, counting([[limit, subject]]));
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

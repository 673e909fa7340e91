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
export type UseGivenBack = readonly [use: Use, cuantos: 'uno' | 'todos'];

/** The limit that a use is beyond, and the refusal that tells of it. */
type Beyond = { limit: Limit; refusal: CallError };

/** As `limites_usar` says it. */
type Counted = { excedida: number | null; espera: number };

/** What is read beside counting: of which columns (a comma before each), joined how with a value, whose expression is given. */
export type Beside<T> = {
  columns: string;
  join: (value: string) => string;
  read: (row: object) => T;
};

/** An attempt: what it counts, and the value that is read by beside it. */
export type Attempt = { readonly uses: readonly Use[]; readonly value: string };

/** What became of an attempt, and what was read beside it. */
export type Attempted<T> = { beyond: Beyond | null; leido: T };

/**
 * Counters in the database, shared by every server process. Keys (addresses, emails) are kept
 * only as a keyed hash.
 */
export const createThrottle = (db: Db, secrets: Secrets) => {
  const secret = secrets.prepared('throttle');
  // Whatever is counted by an address, alone or with something else, is counted by its network.
  const keys = new WeakMap<Use, string>();
  const keyOf = (use: Use) => {
    const known = keys.get(use);
    if (known !== undefined) return known;
    const [{ name }, subject] = use;
    const counted = subject.split(' ').map(networkOf).join(' ');
    const key = `${name}:${createHmac('sha256', secret).update(counted).digest('base64url')}`;
    // Who shows who they are is given the same back.
    keys.set(use, key);
    return key;
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
  const counting = (uses: readonly Use[]): Statement<Beyond | null> => ({
    query: CompiledQuery.raw(
      'select excedida, espera from limites_usar($1::text[], $2::int[], $3::int[])',
      columnsOf(uses),
    ),
    read: ({ rows: [row] }) => beyondOf(uses, row!),
  });
  const columnsOf = (uses: readonly Use[]) => [
    uses.map(keyOf),
    uses.map(([{ max }]) => max),
    uses.map(([{ windowSeconds }]) => windowSeconds),
  ];
  const beyondOf = (uses: readonly Use[], { excedida, espera }: Counted): Beyond | null =>
    excedida === null ? null : { limit: uses[excedida - 1]![0], refusal: refuse(espera) };

  /** The same of an attempt, and what a row answers beside it, in one statement. */
  const countingBeside = <T>(
    attempt: Attempt,
    { columns, join, read }: Beside<T>,
  ): Statement<ReadonlyMap<Attempt, Attempted<T>>> => ({
    query: CompiledQuery.raw(
      `select excedida, espera${columns} from limites_usar($1::text[], $2::int[], $3::int[]) ${join('$4')}`,
      [...columnsOf(attempt.uses), attempt.value],
    ),
    read: ({ rows: [row] }) => {
      const { excedida, espera, ...rest } = row as unknown as Counted;
      const beyond = beyondOf(attempt.uses, { excedida, espera });
      return new Map([[attempt, { beyond, leido: read(rest) }]]);
    },
  });

  /** The same of several attempts, as if each came after the one before. */
  const countingAllBeside = <T>(
    attempts: readonly Attempt[],
    beside: Beside<T>,
  ): Statement<ReadonlyMap<Attempt, Attempted<T>>> => {
    if (attempts.length === 1) return countingBeside(attempts[0]!, beside);
    const each = attempts.flatMap(({ uses }, n) =>
      uses.map((_, level) => ({ n: n + 1, level: level + 1 })),
    );
    return {
      query: CompiledQuery.raw(
        `select orden, excedida, espera${beside.columns}
          from unnest($6::text[]) with ordinality i (valor, orden)
          left join limites_usar_varios($1::int[], $2::int[], $3::text[], $4::int[], $5::int[]) u on u.intento = orden
          ${beside.join('valor')}`,
        [
          each.map(({ n }) => n),
          each.map(({ level }) => level),
          ...columnsOf(attempts.flatMap(({ uses }) => uses)),
          attempts.map(({ value }) => value),
        ],
      ),
      read: ({ rows }) =>
        new Map(
          rows.map((row) => {
            const { orden, excedida, espera, ...rest } = row as Counted & { orden: number };
            const attempt = attempts[orden - 1]!;
            const beyond = beyondOf(attempt.uses, { excedida, espera });
            return [attempt, { beyond, leido: beside.read(rest) }];
          }),
        ),
    };
  };

  /**
   * What `limites_devolver` is called with, for who calls it with what else they write: the keys, and whether all of each is
   * taken back.
   */
  const givenBack = (uses: readonly UseGivenBack[]): [llaves: string[], enteras: boolean[]] => [
    uses.map(([use]) => keyOf(use)),
    uses.map(([, cuantos]) => cuantos === 'todos'),
  ];
  /** Takes back what was counted, in the order in which it was: `uno`, or `todos` of before too. */
  const giveBack = (uses: readonly UseGivenBack[]): Promise<void> =>
    perform(db, {
      query: CompiledQuery.raw('select limites_devolver($1::text[], $2::bool[])', givenBack(uses)),
      read: () => {},
    });

  return {
    counting,
    countingAllBeside,
    givenBack,
    giveBack,
    /** Counts one use and throws RESOURCE_EXHAUSTED beyond the limit. */
    async use(limit: Limit, subject: string): Promise<void> {
      const beyond = await perform(db, counting([[limit, subject]]));
      if (beyond) throw beyond.refusal;
    },
    /** Forgets the count, after a success. */
    clear: (limit: Limit, subject: string): Promise<void> =>
      giveBack([[[limit, subject], 'todos']]),
    /** Removes what has run out; the job `identidad-limpiar` does it, each hour. */
    async clean(): Promise<void> {
      await db.deleteFrom('limites').where('vence_en', '<', sql<Date>`now()`).execute();
    },
  };
};

export type Throttle = ReturnType<typeof createThrottle>;

const describeWait = (seconds: number) =>
  seconds <= 90 ? 'un minuto' : `${Math.ceil(seconds / 60)} minutos`;

import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { writeString } from './jsonb.ts';

/** A statement whose text never changes, with a cast for each of its parameters. */
export type Fixed = (values: readonly unknown[]) => CompiledQuery;

/**
 * A call of a function of the database, without the query builder's work for each of many parameters: `types` are those of its
 * parameters, in their order; `joined`: what else the statement reads, behind the call.
 */
export const fixedCall = (
  columns: string,
  name: string,
  types: readonly string[],
  joined = '',
): Fixed => {
  const parameters = types.map((type, n) => `$${n + 1}::${type}`);
  const text = `select ${columns} from ${name}(${parameters.join(', ')}) ${joined}`.trimEnd();
  return (values) => CompiledQuery.raw(text, [...values]);
};

const asJson = (value: unknown): string => {
  if (typeof value === 'string') return writeString(value);
  if (value === null) return 'null';
  return Buffer.isBuffer(value) ? `"\\\\x${value.toString('hex')}"` : JSON.stringify(value);
};

/**
 * Rows as one JSON text, for a function of the database that takes many: `names` are those of their values, in their order. What
 * is called as one of `asIs` is JSON already.
 */
export const jsonRows = (
  names: readonly string[],
  asIs: readonly string[],
): ((rows: readonly (readonly unknown[])[]) => string) => {
  const columns = names.map((name) => ({ key: `"${name}":`, raw: asIs.includes(name) }));
  const pair = (value: unknown, n: number) => {
    const { key, raw } = columns[n]!;
    return key + (raw && value !== null ? (value as string) : asJson(value));
  };
  const written = (row: readonly unknown[]) => {
    let text = '';
    for (let n = 0; n < row.length; n++) text += (n === 0 ? '{' : ',') + pair(row[n], n);
    return `${text}}`;
  };
  return (rows) => `[${rows.map(written).join(',')}]`;
};

/** Builds statements and sends none. */
const BUILDER = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** What stands in a statement where a value goes. */
class Named {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that the query builder puts together once: `build` gets what stands for each value, by its name. For long ones
 * that are asked often, whose text depends on no value.
 */
export const fixedQuery = <R, K extends string>(
  build: (value: (name: K) => RawBuilder<unknown>) => RawBuilder<R>,
): ((values: Readonly<Record<K, unknown>>) => CompiledQuery<R>) => {
  let once: CompiledQuery<R> | undefined;
  return (values) => {
    once ??= build((name) => sql`${new Named(name)}`).compile(BUILDER);
    const parameters = once.parameters.map((one) =>
      one instanceof Named ? values[one.name as K] : one,
    );
    return { ...once, parameters };
  };
};

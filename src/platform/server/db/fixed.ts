import { CompiledQuery, sql } from 'kysely';
import type { Trx } from './index.ts';

/** A statement whose text never changes, with a cast for each of its parameters. */
export type Fixed = (trx: Trx, values: readonly unknown[]) => CompiledQuery;

/**
 * A call of a function of the database, without the query builder's work for each of many parameters: `types` are those of its
 * parameters, in their order.
 */
export const fixedCall = (columns: string, name: string, types: readonly string[]): Fixed => {
  const casts = types.map((type, n) => `::${type}${n < types.length - 1 ? ', ' : ''}`);
  const fragments = casts.map((cast, n) => (n === casts.length - 1 ? `${cast})` : cast));
  const parts = [`select ${columns} from ${name}(`, ...fragments];
  const text = parts.reduce((made, part, n) => `${made}$${n}${part}`);
  const template = Object.assign([...parts], { raw: parts });
  return (trx, values) =>
    // Whoever looks at statements (the tests' net over the history) is shown its parameters.
    trx.getExecutor().plugins.length > 0
      ? sql(template, ...values).compile(trx)
      : CompiledQuery.raw(text, [...values]);
};

import { CompiledQuery } from 'kysely';

/** A statement whose text never changes, with a cast for each of its parameters. */
export type Fixed = (values: readonly unknown[]) => CompiledQuery;

/**
 * A call of a function of the database, without the query builder's work for each of many parameters: `types` are those of its
 * parameters, in their order.
 */
export const fixedCall = (columns: string, name: string, types: readonly string[]): Fixed => {
  const parameters = types.map((type, n) => `$${n + 1}::${type}`);
  const text = `select ${columns} from ${name}(${parameters.join(', ')})`;
  return (values) => CompiledQuery.raw(text, [...values]);
};

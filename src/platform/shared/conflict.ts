/** What a record says, by field. */
type Values<V> = Readonly<Record<string, V>>;

const fieldOf = <V>(values: Values<V>, key: string): V | null => values[key] ?? null;

/** The fields that differ; one that is missing is as one that is null. */
export const changedFields = <V>(before: Values<V>, after: Values<V>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => fieldOf(before, key) !== fieldOf(after, key),
  );

/**
 * A value as text, the same for what says the same: the keys of each object in one order, which the database does not
 * keep as they were written.
 */
export const textOfPart = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

export type Merge<V> = {
  /** Both changes, and mine where both changed the same field. */
  readonly valores: Values<V | null>;
  /** Fields that both changed, to different values. */
  readonly conflictos: readonly string[];
  /** Fields that only the other changed: taken as they are. */
  readonly ajenos: readonly string[];
};

/** Joins what I wrote with what somebody else saved meanwhile, both starting from `base`. */
export const mergeChanges = <V>(base: Values<V>, mine: Values<V>, theirs: Values<V>): Merge<V> => {
  const my = new Set(changedFields(base, mine));
  const their = changedFields(base, theirs);
  const ajenos = their.filter((key) => !my.has(key));
  return {
    valores: { ...mine, ...Object.fromEntries(ajenos.map((key) => [key, fieldOf(theirs, key)])) },
    conflictos: their.filter((key) => my.has(key) && fieldOf(mine, key) !== fieldOf(theirs, key)),
    ajenos,
  };
};

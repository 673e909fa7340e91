/**
 * What a table says under a name that may come from anywhere; undefined for every other name, also those that every object
 * inherits (`constructor`, `toString`), which `table[name]` would find.
 */
export const lookUp = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

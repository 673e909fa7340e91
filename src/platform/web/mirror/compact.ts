/**
 * Values as text in which what is the same object in several places is written once: what can be undone is fifty
 * drafts of two hundred fields, of which each has one that the one before it has not.
 */

/** Each object and list, once; what is in it, where that is one of these, is its place in a list of one. */
type Tabla = { readonly compartido: readonly unknown[] };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** JSON of a value, which `readShared` reads. */
export const writeShared = (value: unknown): string => {
  const compartido: unknown[] = [];
  const places = new Map<object, number>();
  const refer = (one: unknown): unknown => {
    if (!isObject(one) || 'toJSON' in one) return one;
    const known = places.get(one);
    if (known !== undefined) return [known];
    const place = compartido.push(null) - 1;
    places.set(one, place);
    compartido[place] = Array.isArray(one)
      ? one.map(refer)
      : Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, refer(inner)]));
    return [place];
  };
  const root = refer(value);
  return JSON.stringify({ compartido: [...compartido, root] } satisfies Tabla);
};

/** What `writeShared` wrote, shared as it was; plain JSON, as older programs wrote, too. */
export const readShared = (text: string): unknown => {
  const read = JSON.parse(text) as unknown;
  if (!isObject(read) || !('compartido' in read) || !Array.isArray(read.compartido)) return read;
  const { compartido } = read as Tabla;
  const made = new Map<number, unknown>();
  const resolve = (one: unknown): unknown => {
    if (!Array.isArray(one)) return one;
    const place = one[0] as number;
    if (!made.has(place)) made.set(place, build(compartido[place]));
    return made.get(place);
  };
  const build = (one: unknown): unknown =>
    Array.isArray(one)
      ? one.map(resolve)
      : Object.fromEntries(
          Object.entries(one as object).map(([key, inner]) => [key, resolve(inner)]),
        );
  return resolve(compartido.at(-1));
};

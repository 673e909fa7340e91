import { z } from 'zod';

/**
 * Limits that a contract puts on what is sent, checked before zod reads it: zod reads every element of a list and every
 * key of a record, and makes an error of each, before it asks how many there are. A list says `.max()`, a record
 * `.meta({ maxProperties })`, and a value of many parts `.meta({ [MAX_VALUES]: n })`.
 */
type Path = (string | number)[];
type Def = z.core.$ZodTypeDef & {
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  items?: z.ZodType[];
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  getter?: () => z.ZodType;
  format?: string;
  pattern?: RegExp;
  checks?: { _zod: { def: Check } }[];
};
type Check = {
  check: string;
  maximum?: number;
  length?: number;
  value?: number;
  format?: string;
  pattern?: RegExp;
};

/** Says of a schema how many values (keys and elements, however deep) what is sent to it may have. */
export const MAX_VALUES = 'x-maxValues';
/** Keys that an object may have besides those of its contract before zod is asked to name each of them. */
const EXTRA_KEYS = 10;

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def;
const checksOf = (schema: z.ZodType): Check[] =>
  (defOf(schema).checks ?? []).map(({ _zod }) => _zod.def);
const metaOf = (schema: z.ZodType) =>
  (z.globalRegistry.get(schema) ?? {}) as { maxProperties?: number; [MAX_VALUES]?: number };

/** The greatest length that a list or a text may have, as its checks say. */
const maxLengthOf = (schema: z.ZodType): number | undefined =>
  checksOf(schema).find(({ check }) => check === 'max_length')?.maximum ??
  checksOf(schema).find(({ check }) => check === 'length_equals')?.length;

/** Wrappers that hold one other schema of the same data. */
const innerOf = (schema: z.ZodType): z.ZodType | undefined => {
  const def = defOf(schema);
  if (def.type === 'pipe') return def.in && defOf(def.in).type === 'transform' ? def.out : def.in;
  return def.innerType ?? def.getter?.();
};

/** How many values are within one, counted no further than `most`. */
const countValues = (value: unknown, most: number): number => {
  const waiting = [value];
  let counted = 0;
  for (let one = waiting.pop(); one !== undefined && counted <= most; one = waiting.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    const values = Array.isArray(one) ? one : Object.values(one);
    counted += values.length;
    if (counted <= most) for (const inner of values) waiting.push(inner);
  }
  return counted;
};

const keysOf = (value: object, most: number): string[] | null => {
  const keys = Object.keys(value);
  return keys.length > most ? null : keys;
};

/** Where what was sent is larger than its contract allows; null: nowhere. */
export const findExcess = (schema: z.ZodType, value: unknown, path: Path = []): Path | null => {
  // Texts and numbers are zod's: one value makes one error.
  if (typeof value !== 'object' || value === null) return null;
  const def = defOf(schema);
  const inner = innerOf(schema);
  const most = metaOf(schema)[MAX_VALUES];
  if (most !== undefined) {
    if (countValues(value, most) > most) return path;
    // Each of a record's values has its own limits; a tree has this one alone.
    if (def.type !== 'record') return null;
  }
  if (inner) return findExcess(inner, value, path);
  if (def.options) {
    const excess = def.options
      .filter((option) => admits(option, value))
      .map((option) => findExcess(option, value, path));
    return excess.length > 0 && excess.every((one) => one !== null) ? excess[0]! : null;
  }
  if (def.left && def.right) {
    return findExcess(def.left, value, path) ?? findExcess(def.right, value, path);
  }
  if (Array.isArray(value)) {
    if (def.type === 'tuple') {
      const { items = [] } = def;
      if (value.length > items.length + EXTRA_KEYS) return path;
      return firstOf(items, (item, i) => findExcess(item, value[i], [...path, i]));
    }
    if (def.type !== 'array' || !def.element) return null;
    if (value.length > (maxLengthOf(schema) ?? Number.POSITIVE_INFINITY)) return path;
    return firstOf(value, (one, i) => findExcess(def.element!, one, [...path, i]));
  }
  if (def.type === 'record') {
    const keys = keysOf(value, metaOf(schema).maxProperties ?? Number.POSITIVE_INFINITY);
    if (!keys) return path;
    return firstOf(keys, (key) =>
      findExcess(def.valueType!, (value as Record<string, unknown>)[key], [...path, key]),
    );
  }
  if (def.type !== 'object') return null;
  const shape = def.shape ?? {};
  const keys = keysOf(value, Object.keys(shape).length + EXTRA_KEYS);
  if (!keys) return path;
  return firstOf(keys, (key) =>
    Object.hasOwn(shape, key)
      ? findExcess(shape[key]!, (value as Record<string, unknown>)[key], [...path, key])
      : null,
  );
};

const firstOf = <T>(of: readonly T[], find: (one: T, i: number) => Path | null): Path | null => {
  for (let i = 0; i < of.length; i++) {
    const found = find(of[i]!, i);
    if (found) return found;
  }
  return null;
};

/** Whether an option of a union is for a list or an object such as this one. */
const admits = (schema: z.ZodType, value: object): boolean => {
  const inner = innerOf(schema);
  if (inner) return admits(inner, value);
  const { type, options } = defOf(schema);
  if (options) return options.some((option) => admits(option, value));
  return Array.isArray(value)
    ? type === 'array' || type === 'tuple'
    : type === 'object' || type === 'record';
};

/** Whether a pattern says how long the longest text that it accepts is. */
const hasGreatestLength = ({ source }: RegExp): boolean =>
  source.startsWith('^') &&
  source.endsWith('$') &&
  !/[*+]|\{\d+,\}/.test(source.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x'));

const isBounded = (schema: z.ZodType): boolean => {
  const def = defOf(schema);
  const checks = checksOf(schema);
  switch (def.type) {
    case 'string':
      return (
        maxLengthOf(schema) !== undefined ||
        def.format === 'datetime' ||
        [def, ...checks].some(({ pattern }) => pattern !== undefined && hasGreatestLength(pattern))
      );
    case 'number':
      return (
        ![def.format, ...checks.map(({ format }) => format)].includes('safeint') ||
        checks.some(({ check, value }) => check === 'less_than' && value !== undefined)
      );
    case 'array':
      return maxLengthOf(schema) !== undefined;
    case 'record':
      return metaOf(schema).maxProperties !== undefined;
    default:
      return def.type !== 'unknown' && def.type !== 'any';
  }
};

/** The parts of an input that say no maximum: texts, whole numbers, lists, records and what may be anything. */
export const findUnbounded = (
  schema: z.ZodType,
  path: string,
  seen = new Set<z.ZodType>(),
): string[] => {
  if (seen.has(schema) || metaOf(schema)[MAX_VALUES] !== undefined) return [];
  seen.add(schema);
  const { type, shape = {}, options = [], items = [], ...def } = defOf(schema);
  const inner = innerOf(schema);
  const parts: [string, z.ZodType | undefined][] = [
    ...Object.entries(shape).map(([key, one]): [string, z.ZodType] => [`.${key}`, one]),
    ...[...options, ...items].map((one, i): [string, z.ZodType] => [`|${i}`, one]),
    ['', inner],
    ['[]', def.element],
    ['{key}', def.keyType],
    ['{}', def.valueType],
    ['&0', def.left],
    ['&1', def.right],
  ];
  return [
    ...(isBounded(schema) ? [] : [`${path} (${type})`]),
    ...parts.flatMap(([name, one]) => (one ? findUnbounded(one, path + name, seen) : [])),
  ];
};

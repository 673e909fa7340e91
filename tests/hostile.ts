/**
 * What a hostile client writes, and every place of a contract where it can be written: found by walking the
 * contract's own schema, so that a new callable is covered without thinking of it.
 */
import type { z } from 'zod';

/** Texts that no text may be: they are refused at the door, whatever field they come in. */
export const IMPOSSIBLE = {
  NUL: 'a\u0000b',
  'only NUL': '\u0000',
  'a high surrogate alone': 'a\ud800',
  'a low surrogate alone': '\udc00b',
  'a bell': 'a\u0007b',
  'an escape': '\u001b[31m',
  'a vertical tab': 'a\u000bb',
} as const;

/** Texts that are allowed to be, and that nobody expected. */
export const STRANGE = {
  empty: '',
  blank: ' \t\n ',
  'right to left': '\u202eDROW\u202c \u2066a\u2069',
  invisible: 'a\u200b\u00ad\u2060\ufeffb',
  combining: `e${'\u0301'.repeat(500)}`,
  quotes: `'"\`;--/*%_\\\\$1{}<script>`,
  astral: '\u{1f468}\u200d\u{1f469}\u{e0001}',
  'the name of everything': '__proto__',
  'a method of everything': 'constructor',
} as const;

/** As long as a body may be. */
export const MEGABYTE = 'ñ'.repeat(500_000);

type Schema = z.core.$ZodType;
/** What zod keeps of a schema; each kind has its own part of this. */
type Def = {
  type: string;
  shape: Record<string, Schema>;
  element: Schema;
  items: Schema[];
  keyType: Schema;
  valueType: Schema;
  options: Schema[];
  innerType: Schema;
  in: Schema;
  getter: () => Schema;
  entries: object;
  values: unknown[];
};

const defOf = (schema: Schema) => schema._zod.def as unknown as Def;

const fits = (schema: Schema, value: unknown): boolean =>
  (schema as z.ZodType).safeParse(value).success;

const TEXTS = [
  'texto',
  '6f1c0f4e-6a55-4a1e-9a8a-1c6a0a1b2c3d',
  '2026-03-05',
  '2026-03-05T10:00:00.000Z',
  'https://a.example/x',
  'ana@correo.example',
  'AC26',
  '123456',
];
const NUMBERS = [1, 0, 10, 2026, 0.5];

/** Something that the schema accepts, with every optional part there. */
export const exampleOf = (schema: Schema): unknown => {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, inner]) => [key, exampleOf(inner)]),
      );
    case 'array': {
      const element = exampleOf(def.element);
      return fits(schema, [element]) ? [element] : [element, element];
    }
    case 'tuple':
      return def.items.map(exampleOf);
    case 'record':
      return { [String(exampleOf(def.keyType))]: exampleOf(def.valueType) };
    case 'union': {
      const examples = def.options.map(exampleOf);
      // The richest: an object says more than null.
      return examples.toSorted((a, b) => weight(b) - weight(a))[0];
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return exampleOf(def.innerType);
    case 'pipe':
      return exampleOf(def.in);
    case 'lazy':
      return exampleOf(def.getter());
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'number':
    case 'int':
      return NUMBERS.find((value) => fits(schema, value)) ?? 1;
    case 'string':
      return TEXTS.find((value) => fits(schema, value)) ?? 'texto';
    case 'unknown':
    case 'any':
      return 'texto';
    default:
      throw new Error(`tests/hostile.ts does not know the schema «${def.type}» yet`);
  }
};

const weight = (value: unknown): number => JSON.stringify(value ?? null).length;

export type Place = {
  /** As the door names it in `details.fields`. */
  path: string;
  /** The whole input with that text there. */
  with: (text: string) => unknown;
};

/** Every place of an input where a text may stand: fields, items, and the names of keys that are free. */
export const placesOf = (schema: Schema): Place[] => {
  const places: Place[] = [];
  const walk = (at: Schema, path: string[], put: (value: unknown) => unknown): void => {
    const def = defOf(at);
    const here = (text: string) => put(text);
    switch (def.type) {
      case 'object': {
        const shape = def.shape;
        const whole = exampleOf(at) as object;
        for (const [key, inner] of Object.entries(shape)) {
          walk(inner, [...path, key], (value) => put({ ...whole, [key]: value }));
        }
        return;
      }
      case 'array':
        walk(def.element, [...path, '0'], (value) => put([value]));
        return;
      case 'record': {
        const key = String(exampleOf(def.keyType));
        walk(def.valueType, [...path, key], (value) => put({ [key]: value }));
        const value = exampleOf(def.valueType);
        places.push({
          path: path.join('.'),
          with: (text) => put(Object.fromEntries([[text, value]])),
        });
        return;
      }
      case 'union':
        for (const option of def.options) walk(option, path, put);
        return;
      case 'optional':
      case 'nullable':
      case 'default':
      case 'prefault':
      case 'catch':
      case 'readonly':
      case 'nonoptional':
        walk(def.innerType, path, put);
        return;
      case 'pipe':
        walk(def.in, path, put);
        return;
      case 'lazy':
        walk(def.getter(), path, put);
        return;
      case 'string':
      case 'enum':
      case 'literal':
      case 'unknown':
      case 'any':
        places.push({ path: path.join('.'), with: here });
        return;
      default:
        return;
    }
  };
  walk(schema, [], (value) => value);
  return [...new Map(places.map((place) => [place.path, place])).values()];
};

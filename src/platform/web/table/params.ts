/*
 * What the URL says about a table, and back. Pure: nothing that comes from an address is believed
 * until it fits the table's definition.
 */

export type FilterOption<V extends string = string> = {
  readonly value: V;
  readonly label: string;
  /** Under which it is offered; options of one group stand together. */
  readonly grupo?: string;
};

/** A filter as data. `options` may be empty while they load: then the URL's value stays. */
export type FilterDefinition = FilterKind & {
  /** Behind «Más filtros»; in use it is a chip that takes it off. */
  readonly more?: boolean;
};

type FilterKind =
  | {
      readonly kind: 'select';
      readonly label: string;
      readonly options: readonly FilterOption[];
      /** Word for no choice: "Todos", "Todas". */
      readonly all?: string;
      /** Value at first; absent means no filter. */
      readonly initial?: string;
    }
  | {
      readonly kind: 'multi';
      readonly label: string;
      readonly options: readonly FilterOption[];
      readonly all?: string;
      readonly initial?: readonly string[];
    }
  /** A range of days, both ends included. */
  | { readonly kind: 'dates'; readonly label: string }
  /** One of many properties that rows have, each asked for by its own kind: what was answered to each question. */
  | {
      readonly kind: 'property';
      readonly label: string;
      /** May be empty while they load: then the URL's value stays. */
      readonly properties: readonly Property[];
      /** Word for no choice. */
      readonly all?: string;
    };

/** Asked for by one of its `options`, by words that it has, or by a range with both ends included. */
export type Property = {
  readonly value: string;
  readonly label: string;
  readonly by: 'options' | 'text' | 'number' | 'date';
  readonly options?: readonly FilterOption[];
};

/** `is`: an option; `says`: words, which may be somebody's; `desde`, `hasta`: a number in digits or a day. */
export type PropertyValue = {
  readonly property: string;
  readonly is?: string;
  readonly says?: string;
  readonly desde?: string;
  readonly hasta?: string;
};

export type Filters = Readonly<Record<string, FilterDefinition>>;

export type DateRange = { readonly desde?: string; readonly hasta?: string };

type ValueOf<D extends FilterDefinition> = D extends {
  kind: 'select';
  options: readonly FilterOption<infer V>[];
}
  ? V | undefined
  : D extends { kind: 'multi'; options: readonly FilterOption<infer V>[] }
    ? readonly V[]
    : D extends { kind: 'property' }
      ? PropertyValue | undefined
      : DateRange;

/** What a handler of the table's query receives. */
export type FilterValues<F extends Filters = Filters> = { readonly [K in keyof F]: ValueOf<F[K]> };
export type FilterValue = string | undefined | readonly string[] | DateRange | PropertyValue;

export type Sort<S extends string = string> = { readonly id: S; readonly desc: boolean };

export type TableDefinition<F extends Filters, S extends string> = {
  /** Only where a screen has several tables: `persona` makes `persona.pagina`. */
  readonly prefix?: string;
  /** Ids of the columns that the server can sort by. */
  readonly sortable: readonly S[];
  readonly sort: Sort<NoInfer<S>>;
  readonly pageSize?: PageSize;
  readonly filters?: F;
  /**
   * What is searched for is no personal datum (a catalog's words), so that it may stand in the address. Of any
   * other table it stands in the history entry: reloaded and gone back to, but not shared, sent or noted down.
   */
  readonly sharedSearch?: boolean;
};

export type TableValues<F extends Filters, S extends string> = {
  readonly search: string;
  readonly filters: FilterValues<F>;
  readonly sort: Sort<S>;
  /** From 1. */
  readonly page: number;
  readonly pageSize: PageSize;
  /** Of a list by cursor instead of `page`: after or before which row; null: from the beginning. */
  readonly cursor: Cursor | null;
};

/** A place in a list that grows; its text is the server's (`shared/cursor.ts`). */
export type Cursor = { readonly tras: string } | { readonly antes: string };

export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
const DEFAULT_PAGE_SIZE: PageSize = 50;
const MAX_PAGE = 100_000;
const MAX_TEXT = 100;
const RANGE = '..';

// biome-ignore lint/suspicious/noExplicitAny: any table
type AnyDefinition = TableDefinition<any, any>;

const nameIn = ({ prefix }: { prefix?: string }, name: string): string =>
  prefix ? `${prefix}.${name}` : name;

const RESERVED = ['buscar', 'orden', 'pagina', 'filas', 'tras', 'antes'] as const;

/** The parameters of the address that belong to this table. */
export const paramNames = (definition: AnyDefinition): string[] =>
  [...RESERVED, ...Object.keys(definition.filters ?? {})].map((name) => nameIn(definition, name));

/** Before the words that a property has: `curp:~texto`. */
const SAYS = '~';

/** A parameter of which something must not stand in the address. */
export type PrivateParam = { readonly name: string; readonly isPrivate: (text: string) => boolean };

/** What of a table must not stand in the address: what is searched for, and the words that a property is asked to have. */
export const privateParams = (definition: AnyDefinition): PrivateParam[] => [
  ...(definition.sharedSearch
    ? []
    : [{ name: nameIn(definition, 'buscar'), isPrivate: (text: string) => !isReference(text) }]),
  ...Object.entries((definition.filters ?? {}) as Filters).flatMap(([name, { kind }]) =>
    kind === 'property'
      ? [
          {
            name: nameIn(definition, name),
            isPrivate: (text: string) => text.includes(`:${SAYS}`),
          },
        ]
      : [],
  ),
];

/**
 * Whether a text is an id that the portal made, as its own links carry: nobody's name, CURP or address. It may
 * stand in the address also where what people search for may not.
 */
export const isReference = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ||
  (/^[A-Za-z0-9_-]{20}$/.test(text) && /\d/.test(text) && /[a-z]/.test(text));

/** A table's part of the address and what the history entry keeps of it, as one. */
export const joinPrivate = (
  shown: string,
  secrets: readonly PrivateParam[],
  kept: Readonly<Record<string, unknown>>,
): string => {
  const own = secrets.flatMap(({ name }): [string, string][] => {
    const text = kept[name];
    return typeof text === 'string' && text !== '' ? [[name, text]] : [];
  });
  if (own.length === 0) return shown;
  const names = new Set(own.map(([name]) => name));
  const others = [...new URLSearchParams(shown)].filter(([key]) => !names.has(key));
  return new URLSearchParams([...own, ...others]).toString();
};

/** What of a table's part may stand in the address, and what, by its parameter, only in the history entry. */
export const splitPrivate = (
  own: string,
  secrets: readonly PrivateParam[],
): { shown: string; kept: Readonly<Record<string, string>> } => {
  const params = new URLSearchParams(own);
  const kept = secrets.flatMap(({ name, isPrivate }): [string, string][] => {
    const text = params.get(name);
    return text && isPrivate(text) ? [[name, text]] : [];
  });
  if (kept.length === 0) return { shown: own, kept: {} };
  for (const [name] of kept) params.delete(name);
  return { shown: params.toString(), kept: Object.fromEntries(kept) };
};

const isDay = (text: string | undefined): text is string =>
  text !== undefined &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

const isOption = (options: readonly FilterOption[], value: string): boolean =>
  value !== '' &&
  (options.length === 0 ? value.length <= MAX_TEXT : options.some((o) => o.value === value));

const NUMBER = /^-?\d{1,12}(\.\d{1,6})?$/;

/** What a property is asked for: `clave:opcion`, `clave:~palabras`, `clave:desde..hasta`. */
const readProperty = (
  properties: readonly Property[],
  given: string | undefined,
): PropertyValue | undefined => {
  const [, property = '', asked = ''] = /^([\w-]{1,60}):(.{1,110})$/s.exec(given ?? '') ?? [];
  const known = properties.find(({ value }) => value === property);
  if (property === '' || (properties.length > 0 && !known)) return undefined;
  const fits = (by: Property['by']) => known === undefined || known.by === by;
  if (asked.startsWith(SAYS)) {
    const says = asked.slice(SAYS.length, SAYS.length + MAX_TEXT).trim();
    return says && fits('text') ? { property, says } : undefined;
  }
  if (!asked.includes(RANGE)) {
    const is = fits('options') && isOption(known?.options ?? [], asked);
    return is ? { property, is: asked } : undefined;
  }
  const [desde = '', hasta = ''] = asked.split(RANGE);
  const isEnd = (text: string) =>
    (fits('date') && isDay(text)) || (fits('number') && NUMBER.test(text));
  if (!isEnd(desde) && !isEnd(hasta)) return undefined;
  return { property, ...(isEnd(desde) && { desde }), ...(isEnd(hasta) && { hasta }) };
};

const writeProperty = ({ property, is, says, desde, hasta }: PropertyValue): string[] => {
  if (says !== undefined) return [`${property}:${SAYS}${says}`];
  if (is !== undefined) return [`${property}:${is}`];
  return desde || hasta ? [`${property}:${desde ?? ''}${RANGE}${hasta ?? ''}`] : [];
};

const readFilter = (filter: FilterDefinition, given: readonly string[]): FilterValue => {
  switch (filter.kind) {
    case 'select': {
      const [value] = given;
      if (value === undefined) return filter.initial;
      if (value === '') return undefined;
      return isOption(filter.options, value) ? value : filter.initial;
    }
    case 'multi':
      if (given.length === 0) return filter.initial ?? [];
      return [...new Set(given)].filter((value) => isOption(filter.options, value));
    case 'dates': {
      const [desde, hasta] = (given[0] ?? '').split(RANGE);
      return { ...(isDay(desde) && { desde }), ...(isDay(hasta) && { hasta }) };
    }
    case 'property':
      return readProperty(filter.properties, given[0]);
  }
};

const writeFilter = (filter: FilterDefinition, value: FilterValue): string[] => {
  switch (filter.kind) {
    case 'select':
      if (value === filter.initial) return [];
      return [typeof value === 'string' ? value : ''];
    case 'multi': {
      const chosen = value as readonly string[];
      const initial = filter.initial ?? [];
      if (chosen.length === initial.length && chosen.every((one) => initial.includes(one))) {
        return [];
      }
      return chosen.length === 0 ? [''] : [...chosen];
    }
    case 'dates': {
      const { desde = '', hasta = '' } = value as DateRange;
      return desde || hasta ? [`${desde}${RANGE}${hasta}`] : [];
    }
    case 'property':
      return value === undefined ? [] : writeProperty(value as PropertyValue);
  }
};

const isCursor = (text: string | null): text is string => /^[\w-]{1,100}$/.test(text ?? '');

const readCursor = (tras: string | null, antes: string | null): Cursor | null => {
  if (isCursor(tras)) return { tras };
  return isCursor(antes) ? { antes } : null;
};

/** Reads what fits; anything else is as if it were not there. */
export const readParams = <F extends Filters, S extends string>(
  definition: TableDefinition<F, S>,
  params: URLSearchParams,
): TableValues<F, S> => {
  const one = (name: string) => params.get(nameIn(definition, name));
  const orden = one('orden');
  const id = orden?.replace(/^-/, '') as S | undefined;
  const known = id !== undefined && definition.sortable.includes(id);
  const page = Number(one('pagina') ?? 1);
  const size = Number(one('filas')) as PageSize;
  const filters = Object.fromEntries(
    Object.entries(definition.filters ?? {}).map(([name, filter]) => [
      name,
      readFilter(filter, params.getAll(nameIn(definition, name))),
    ]),
  );
  return {
    search: (one('buscar') ?? '').slice(0, MAX_TEXT),
    filters: filters as FilterValues<F>,
    sort: known ? { id, desc: orden?.startsWith('-') === true } : definition.sort,
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    pageSize: PAGE_SIZES.includes(size) ? size : (definition.pageSize ?? DEFAULT_PAGE_SIZE),
    cursor: readCursor(one('tras'), one('antes')),
  };
};

/** Only what differs from the table at first, so that addresses stay short. */
export const writeParams = <F extends Filters, S extends string>(
  definition: TableDefinition<F, S>,
  values: TableValues<F, S>,
): URLSearchParams => {
  const params = new URLSearchParams();
  const put = (name: string, value: string) => params.append(nameIn(definition, name), value);
  if (values.search) put('buscar', values.search);
  for (const [name, filter] of Object.entries(definition.filters ?? {})) {
    for (const value of writeFilter(filter, values.filters[name])) put(name, value);
  }
  const { sort } = values;
  if (sort.id !== definition.sort.id || sort.desc !== definition.sort.desc) {
    put('orden', `${sort.desc ? '-' : ''}${sort.id}`);
  }
  if (values.pageSize !== (definition.pageSize ?? DEFAULT_PAGE_SIZE)) {
    put('filas', String(values.pageSize));
  }
  if (values.page > 1) put('pagina', String(values.page));
  for (const [name, place] of Object.entries(values.cursor ?? {})) put(name, place);
  return params;
};

/**
 * Search, filters and order, without the page and how many rows: what a saved view holds. Of an older one that
 * names what the table no longer has, what is left.
 */
export const viewOf = <F extends Filters, S extends string>(
  definition: TableDefinition<F, S>,
  { search, filters, sort }: Pick<TableValues<F, S>, 'search' | 'filters' | 'sort'>,
): string =>
  writeParams(definition, {
    ...readParams(definition, new URLSearchParams()),
    search,
    filters,
    sort,
  }).toString();

const NO_VALUE = { select: undefined, multi: [], dates: {}, property: undefined } as const;

/** Every filter off, also those that are on at first. */
export const noFilters = (filters: Filters): FilterValues =>
  Object.fromEntries(Object.entries(filters).map(([name, { kind }]) => [name, NO_VALUE[kind]]));

/** Whether any filter leaves something out, also one that is on at first. */
export const isFiltering = (filters: Filters, values: FilterValues): boolean =>
  Object.keys(filters).some((name) => {
    const value = values[name] as FilterValue;
    return typeof value === 'object' ? Object.keys(value).length > 0 : value !== undefined;
  });

/** How many filters are not as at first; the search does not count. */
export const countActive = (filters: Filters, values: FilterValues): number =>
  Object.entries(filters).filter(
    ([name, filter]) => writeFilter(filter, values[name] as FilterValue).length > 0,
  ).length;

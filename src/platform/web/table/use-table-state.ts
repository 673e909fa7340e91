import { useEffect, useLayoutEffect, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import {
  type Cursor,
  countActive,
  type Filters,
  type FilterValue,
  type FilterValues,
  isFiltering,
  joinPrivate,
  noFilters,
  type PageSize,
  type PrivateParam,
  paramNames,
  privateParams,
  readParams,
  type Sort,
  splitPrivate,
  type TableDefinition,
  type TableValues,
  viewOf,
  writeParams,
} from './params.ts';

/**
 * What a table shows, kept in the address (what is searched for, in the history entry); give it to `DataTable`
 * and to the query.
 */
export type TableState<F extends Filters = Filters, S extends string = string> = TableValues<
  F,
  S
> & {
  readonly definitions: F;
  readonly sortable: readonly S[];
  /** Filters that are not as at first. */
  readonly activeFilters: number;
  setSearch(search: string): void;
  setFilter(name: keyof F & string, value: FilterValue): void;
  setSort(sort: Sort): void;
  setPage(page: number): void;
  /** Of a list by cursor: where its page begins; null: at the beginning. */
  setCursor(cursor: Cursor | null): void;
  setPageSize(pageSize: PageSize): void;
  /** Filters as at first; order and page size stay. */
  clearFilters(): void;
  /** Search and filters as at first. */
  clear(): void;
  /** Whether a filter leaves something out, also one that is on at first. */
  readonly filtering: boolean;
  /** No search and every filter off. */
  showAll(): void;
  /** Search, filters and order as a saved view holds them; empty: as at first. */
  readonly view: string;
  /** What a saved view means to this table as it is today. */
  viewOf(saved: string): string;
  setView(saved: string): void;
};

const NONE: Filters = {};

/**
 * Filters, order and page of a table, in the address: it can be shared, reloaded and gone back to. The search,
 * which may be somebody's CURP, name or email, is in the history entry, which is reloaded and gone back to as
 * well but never leaves the browser (unless `sharedSearch`). Every change replaces the entry of the history, so that Back leaves the table instead
 * of undoing it step by step; any change but of page goes to page 1 (or, of a list by cursor, to its beginning).
 */
export const useTableState = <const F extends Filters = Filters, const S extends string = string>(
  definition: TableDefinition<F, S>,
): TableState<F, S> => {
  const [own, write] = useOwnParams(paramNames(definition), privateParams(definition));
  const values = readParams(definition, new URLSearchParams(own));
  const definitions = definition.filters ?? (NONE as F);
  const change = (part: Partial<TableValues<F, S>>) =>
    write((now) => {
      const old = readParams(definition, new URLSearchParams(now));
      return writeParams(definition, { ...old, page: 1, cursor: null, ...part }).toString();
    });
  const readView = (saved: string) => readParams(definition, new URLSearchParams(saved));
  return {
    ...values,
    view: viewOf(definition, values),
    viewOf: (saved) => viewOf(definition, readView(saved)),
    setView: (saved) => {
      const { search, filters, sort } = readView(saved);
      change({ search, filters, sort });
    },
    definitions,
    sortable: definition.sortable,
    activeFilters: countActive(definitions, values.filters as FilterValues),
    setSearch: (search) => change({ search }),
    setFilter: (name, value) => {
      const filters = { ...values.filters, [name]: value } as FilterValues<F>;
      change({ filters });
    },
    setSort: (sort) => change({ sort: sort as Sort<S> }),
    setPage: (page) => change({ page }),
    setCursor: (cursor) => change({ cursor }),
    setPageSize: (pageSize) => change({ pageSize }),
    clearFilters: () => change({ filters: readParams(definition, EMPTY).filters }),
    filtering: isFiltering(definitions, values.filters as FilterValues),
    showAll: () => change({ search: '', filters: noFilters(definitions) as FilterValues<F> }),
    clear: () => change({ search: '', filters: readParams(definition, EMPTY).filters }),
  };
};

const EMPTY = new URLSearchParams();

const pick = (search: string, names: readonly string[]): string => {
  const mine = [...new URLSearchParams(search)].filter(([name]) => names.includes(name));
  return new URLSearchParams(mine).toString();
};

const merge = (search: string, names: readonly string[], own: string): string => {
  const others = [...new URLSearchParams(search)].filter(([name]) => !names.includes(name));
  const joined = new URLSearchParams([...others, ...new URLSearchParams(own)]).toString();
  return joined ? `?${joined}` : '';
};

/** Marks the history entries that a table wrote itself: they hold nothing that it does not know. */
const WRITTEN = 'portalTable';
/** Under which a history entry keeps what is searched for, by parameter. */
const KEPT = 'portalSearch';

type Entry = { readonly search: string; readonly state: unknown };

const keptIn = (state: unknown): Readonly<Record<string, unknown>> =>
  (state as { [KEPT]?: Record<string, unknown> } | null)?.[KEPT] ?? {};

/** The entry that the browser is at now; the router's own may still be on its way. */
const currentEntry = (): Entry => ({
  search: window.location.search,
  state: (window.history.state as { usr?: unknown } | null)?.usr,
});

/**
 * This table's own part of the address and of the history entry. A kept screen that is shown again through a plain link (the
 * menu) keeps what it had, and puts it back in the address.
 */
const useOwnParams = (
  names: readonly string[],
  secrets: readonly PrivateParam[],
): [own: string, write: (next: (now: string) => string) => void] => {
  const location: Location = useLocation();
  const navigate = useNavigate();
  const ownOf = ({ search, state }: Entry): string =>
    joinPrivate(pick(search, names), secrets, keptIn(state));
  const mine = ownOf(location);
  const [{ seen, own }, set] = useState({ seen: location.key, own: mine });
  const [away, setAway] = useState(false);

  let current = own;
  if (seen !== location.key) {
    const isOurs = location.state?.[WRITTEN] === true;
    if (!isOurs && !(away && mine === '')) current = mine;
    set({ seen: location.key, own: current });
  }

  useEffect(() => {
    setAway(false);
    return () => setAway(true);
  }, []);

  const put = (next: string) => {
    // While another screen is on its way the address is already that one's.
    if (window.location.pathname !== location.pathname) return;
    const { shown, kept } = splitPrivate(next, secrets);
    const mine = new Set(secrets.map(({ name }) => name));
    const others = Object.entries(keptIn(currentEntry().state)).filter(([name]) => !mine.has(name));
    const searches = { ...Object.fromEntries(others), ...kept };
    navigate(
      { search: merge(window.location.search, names, shown), hash: location.hash },
      { replace: true, state: { ...location.state, [WRITTEN]: true, [KEPT]: searches } },
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an address that came from outside
  useLayoutEffect(() => {
    const here = pick(window.location.search, names);
    // Also what an address from outside says that it should not.
    if (
      ownOf(currentEntry()) !== current ||
      Object.keys(splitPrivate(here, secrets).kept).length > 0
    ) {
      put(current);
    }
  }, [location.key]);

  return [
    current,
    (next) => {
      // The address is written at once, this state later: two changes in a row must add up.
      const here = window.location.pathname === location.pathname;
      const value = next(here ? ownOf(currentEntry()) : current);
      set({ seen, own: value });
      put(value);
    },
  ];
};

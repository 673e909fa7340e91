import { useSyncExternalStore } from 'react';

export type Density = 'compacta' | 'comoda';

/*
 * What a person prefers of tables, in this browser: the density of all of them, and which columns
 * of each. Shared by the tables on screen, also the kept ones.
 */
const DENSITY = 'portal-tablas-densidad';
const columnsKey = (id: string) => `portal-tabla-${id}`;

const listeners = new Set<() => void>();
const cache = new Map<string, string | null>();

const read = (key: string): string | null => {
  if (!cache.has(key)) {
    try {
      cache.set(key, localStorage.getItem(key));
    } catch {
      cache.set(key, null);
    }
  }
  return cache.get(key) ?? null;
};

const write = (key: string, value: string | null): void => {
  cache.set(key, value);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const usePreference = (key: string) => useSyncExternalStore(subscribe, () => read(key));

/** Whether rows are pressed with a finger: then they are further apart, until the person says otherwise. */
const byFinger = (): boolean => window.matchMedia('(pointer: coarse)').matches;
const own = (): Density => (byFinger() ? 'comoda' : 'compacta');
const other = (): Density => (byFinger() ? 'compacta' : 'comoda');

export const useDensity = (): [Density, (density: Density) => void] => [
  usePreference(DENSITY) === other() ? other() : own(),
  (density) => write(DENSITY, density === own() ? null : density),
];

/** Ids of the hidden columns; `initial` until the person chooses. */
export const useHiddenColumns = (
  id: string,
  initial: readonly string[],
): [hidden: readonly string[], set: (hidden: readonly string[] | null) => void] => {
  const stored = usePreference(columnsKey(id));
  return [
    parse(stored) ?? initial,
    (hidden) => write(columnsKey(id), hidden && JSON.stringify({ ocultas: hidden })),
  ];
};

const parse = (stored: string | null): readonly string[] | null => {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    const hidden = (value as { ocultas?: unknown } | null)?.ocultas;
    return Array.isArray(hidden) && hidden.every((one) => typeof one === 'string') ? hidden : null;
  } catch {
    return null;
  }
};

/** The columns that a table hides until the person chooses. */
export const initiallyHidden = (
  columns: readonly { readonly id: string; readonly hidden?: boolean }[],
): string[] => columns.filter((column) => column.hidden).map((column) => column.id);

/** Rows chosen one by one, or everything that the filters let through but some. */
export type Selection =
  | { readonly mode: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly mode: 'filtered'; readonly except: ReadonlySet<string> };

/**
 * What a bulk action receives. With `filtered` the server applies the same search and filters
 * (`useTableState`) and leaves out `except`: no list of thousands of ids travels.
 */
export type BulkSelection = (
  | { readonly mode: 'some'; readonly ids: readonly string[] }
  | { readonly mode: 'filtered'; readonly except: readonly string[] }
) & {
  readonly count: number;
  /** How some of them are called, those that the table knows, so that a person sees whom it touches. */
  readonly names?: readonly string[];
};

export const NOTHING: Selection = { mode: 'some', ids: new Set() };
export const EVERYTHING: Selection = { mode: 'filtered', except: new Set() };

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.mode === 'some' ? selection.ids.has(id) : !selection.except.has(id);

export const countSelected = (selection: Selection, total: number): number =>
  selection.mode === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size);

/** Chooses these rows, or leaves them out. */
export const select = (selection: Selection, ids: readonly string[], on: boolean): Selection => {
  const adds = selection.mode === 'some' ? on : !on;
  const set = new Set(selection.mode === 'some' ? selection.ids : selection.except);
  for (const id of ids) {
    if (adds) set.add(id);
    else set.delete(id);
  }
  return selection.mode === 'some' ? { mode: 'some', ids: set } : { mode: 'filtered', except: set };
};

export const toBulk = (selection: Selection, total: number): BulkSelection => {
  const count = countSelected(selection, total);
  return selection.mode === 'some'
    ? { mode: 'some', ids: [...selection.ids], count }
    : { mode: 'filtered', except: [...selection.except], count };
};

/** The ids from one row to another as they are shown, both included; only the second without the first. */
export const rangeOf = (
  ids: readonly string[],
  from: string | null,
  to: string,
): readonly string[] => {
  const [a, b] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
};

/** Names that a confirmation says before «y 9 más». */
export const NAMED = 5;

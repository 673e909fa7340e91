import { useState } from 'react';
import {
  type BulkSelection,
  countSelected,
  isSelected,
  NAMED,
  NOTHING,
  rangeOf,
  type Selection,
  select,
  toBulk,
} from './selection.ts';
import type { AnyTableState } from './types.ts';

/** What is chosen of a table, and how it is chosen. */
export type Chosen = {
  readonly selection: Selection;
  readonly count: number;
  readonly set: (selection: Selection) => void;
  /** These rows of the page, all at once. */
  readonly choose: (ids: readonly string[], on: boolean) => void;
  /** One row; with `through`, all from the one that was last picked. */
  readonly pick: (id: string, on: boolean, through: boolean) => void;
  /** As a bulk action takes it. */
  readonly bulk: () => BulkSelection;
};

type Kept = {
  scope: string;
  selection: Selection;
  /** How the rows that were ever chosen are called: those of other pages are not at hand. */
  names: ReadonlyMap<string, string>;
  last: string | null;
};

/** What is chosen belongs to one search and its filters: with others it starts again. */
export const useSelection = <T>(
  state: AnyTableState,
  rows: readonly T[],
  { rowId, rowLabel }: { rowId: (row: T) => string; rowLabel: (row: T) => string },
  total: number,
): Chosen => {
  const scope = JSON.stringify([state.search, state.filters]);
  const fresh: Kept = { scope, selection: NOTHING, names: new Map(), last: null };
  const [kept, setKept] = useState(fresh);
  const { selection, names, last } = kept.scope === scope ? kept : fresh;
  const ids = rows.map(rowId);
  const put = (next: Selection, at: string | null) => {
    const all = new Map(names);
    for (const row of rows) {
      if (isSelected(next, rowId(row))) all.set(rowId(row), rowLabel(row));
    }
    setKept({ scope, selection: next, names: all, last: at });
  };
  return {
    selection,
    count: countSelected(selection, total),
    set: (next) => put(next, null),
    choose: (some, on) => put(select(selection, some, on), null),
    pick: (id, on, through) =>
      put(select(selection, through ? rangeOf(ids, last, id) : [id], on), id),
    bulk: () => {
      const known =
        selection.mode === 'some'
          ? [...selection.ids].flatMap((id) => names.get(id) ?? [])
          : rows.filter((row) => isSelected(selection, rowId(row))).map(rowLabel);
      return { ...toBulk(selection, total), names: known.slice(0, NAMED) };
    },
  };
};

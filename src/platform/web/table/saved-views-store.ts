import { createContext } from 'react';

/** How somebody has a list, under a name of theirs. */
export type SavedView = {
  readonly id: string;
  /** Which table: its `id`. */
  readonly lista: string;
  readonly nombre: string;
  /** Search, filters and order, as the table's part of an address. */
  readonly parametros: string;
  /** Columns that it hides; null: those that the table hides at first. */
  readonly ocultas: readonly string[] | null;
  /** The list opens like this. */
  readonly predeterminada: boolean;
};

/** What is saved; `id` null: a new one. */
export type SavedViewDraft = Omit<SavedView, 'id' | 'ocultas'> & {
  readonly id: string | null;
  readonly ocultas: string[] | null;
};

/** Where they are kept: with the account, by a feature. */
export type SavedViewsStore = {
  readonly list: () => Promise<readonly SavedView[]>;
  readonly save: (view: SavedViewDraft) => Promise<SavedView>;
  readonly remove: (id: string) => Promise<unknown>;
};

export const SavedViewsContext = createContext<SavedViewsStore | null>(null);

import type { ComponentType, ReactNode, SVGProps } from 'react';
import type { CursorPage } from '../../shared/cursor.ts';
import type { DetailState } from '../panel/use-detail.ts';
import type { RowAction } from './action-menu.tsx';
import type { Filters } from './params.ts';
import type { BulkSelection } from './selection.ts';
import type { TableState } from './use-table-state.ts';

export type TableColumn<T> = {
  /** Also the server's name to sort by, when `useTableState` lists it as sortable. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: T) => ReactNode;
  /** What names the row: its heading, its link, the title of its card. One a table, never hidden. */
  readonly primary?: boolean;
  /** Numbers. */
  readonly align?: 'end';
  /** The first press sorts from most to least: dates, amounts. */
  readonly descFirst?: boolean;
  /** Not shown until the person chooses it. */
  readonly hidden?: boolean;
  /** Under what it is offered in the menu of columns, apart from those that say none. */
  readonly group?: string;
  /** On one line: dates, folios, states. */
  readonly nowrap?: boolean;
  /** Also shown beside a record that is open (`DetailPanel`), where there is little room. */
  readonly beside?: boolean;
  /** Least width, in rem. */
  readonly width?: number;
};

/** How rows are called: "3 cuentas seleccionadas". */
export type Noun = { readonly one: string; readonly many: string; readonly feminine?: boolean };

/** A page of a list that is counted. */
export type NumberedPage<T> = {
  readonly total: number;
  readonly filas: readonly T[];
  /** Nothing has all the words that are looked for: these only look like them. */
  readonly parecidas?: boolean;
};

/** One page as the server answers it; a `useTableQuery` fits. */
export type TableQuery<T> = {
  readonly data: NumberedPage<T> | CursorPage<T> | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  /** What is shown belongs to what was asked before. */
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
};

export type BulkAction = {
  readonly label: string;
  readonly icon?: ComponentType<SVGProps<SVGSVGElement>>;
  readonly danger?: boolean;
  /** `clear` takes the selection off: call it when the action is done. */
  readonly run: (selection: BulkSelection, clear: () => void) => void;
};

// biome-ignore lint/suspicious/noExplicitAny: a table does not care which filters or columns
export type AnyTableState = TableState<any, any> & { readonly definitions: Filters };

export type DataTableProps<T> = {
  /** Names what the person prefers of this table: unique in the portal. */
  readonly id: string;
  /** What the table holds: its accessible name. */
  readonly caption: string;
  readonly noun: Noun;
  readonly columns: readonly TableColumn<T>[];
  readonly query: TableQuery<T>;
  readonly state: AnyTableState;
  readonly rowId: (row: T) => string;
  /** Names one row in its checkbox and its menu. */
  readonly rowLabel: (row: T) => string;
  /** Where the primary cell leads. */
  readonly rowLink?: (row: T) => string | undefined;
  /** The record that is open beside the list: the primary cell opens it. */
  readonly detail?: DetailState;
  readonly rowActions?: (row: T) => readonly RowAction[];
  readonly bulkActions?: readonly BulkAction[];
  /** Of a list by cursor: how many rows its search and filters let through. Without it not all of them can be chosen at once. */
  readonly countAll?: () => Promise<number>;
  /** Draws each row as a card of its own, at any width, in the place of the columns. */
  readonly card?: (row: T) => ReactNode;
  /** Label of the search box and what it looks in; without it there is none. */
  readonly search?: { readonly label: string; readonly hint?: string };
  /** When there is nothing at all: what will be here and how to begin. */
  readonly empty: {
    readonly title: string;
    readonly text?: ReactNode;
    readonly action?: ReactNode;
  };
};

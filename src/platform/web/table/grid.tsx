import {
  type ColumnDef,
  columnVisibilityFeature,
  FlexRender,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import type { DetailState } from '../panel/use-detail.ts';
import { Link } from '../router.tsx';
import { classes } from '../ui/classes.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconDots, IconSort, IconSortDown, IconSortUp } from '../ui/icons-of-screens.tsx';
import type { FloatingHandle } from './floating.tsx';
import { PageCheckbox, RowCheckbox } from './row-checkbox.tsx';
import { Scroller } from './scroller.tsx';
import { isSelected } from './selection.ts';
import styles from './table.module.css';
import type { AnyTableState, DataTableProps, TableColumn } from './types.ts';
import type { Chosen } from './use-selection.ts';

const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature });

/*
 * A table whose boxes are laid out as cards loses its roles in most browsers; said again, they stay.
 */
const ROLE = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  column: { role: 'columnheader' },
  heading: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

const SKELETON_ROWS = 8;

type GridProps<T> = Pick<
  DataTableProps<T>,
  'caption' | 'columns' | 'rowId' | 'rowLabel' | 'rowLink' | 'rowActions' | 'detail'
> & {
  rows: readonly T[] | null;
  busy: boolean;
  hidden: readonly string[];
  state: AnyTableState;
  /** What the rows are the page of: another one is read from its head. */
  page: string;
  /** Null without bulk actions. */
  chosen: Chosen | null;
  menu: FloatingHandle;
  onMenu: (row: T) => void;
};

/** The table itself: one `<table>` for wide screens and for cards. */
export function Grid<T extends object>(props: GridProps<T>) {
  const { columns, rows, state, hidden, rowId, chosen } = props;
  const defs = useMemo(() => columns.map(toDef), [columns]);
  const table = useTable({
    features,
    columns: defs,
    data: (rows ?? []) as T[],
    getRowId: rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: {
      sorting: [state.sort],
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    },
    onSortingChange: (update) => {
      const [sort] = typeof update === 'function' ? update([state.sort]) : update;
      if (sort) state.setSort(sort);
    },
  });
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const visible = columns.filter(({ id }) => !hidden.includes(id)).length;
  const width = visible + (chosen ? 1 : 0) + (props.rowActions ? 1 : 0);

  return (
    <Scroller label={props.caption} page={props.page}>
      <table {...ROLE.table} className={styles.table} aria-busy={props.busy}>
        <caption className="sr-only">{props.caption}</caption>
        <thead {...ROLE.group}>
          <tr {...ROLE.row}>
            {chosen && (
              <th {...ROLE.column} scope="col" className={styles.check}>
                <PageCheckbox ids={(rows ?? []).map(rowId)} chosen={chosen} />
              </th>
            )}
            {table.getFlatHeaders().map((header) => {
              const column = byId.get(header.column.id);
              const sortable = state.sortable.includes(header.column.id);
              const sorted = header.column.getIsSorted();
              const Icon = sorted === 'asc' ? IconSortUp : sorted ? IconSortDown : IconSort;
              return (
                <th
                  key={header.id}
                  {...ROLE.column}
                  scope="col"
                  className={column?.align === 'end' ? styles.end : undefined}
                  data-extra={isExtra(column) ? '' : undefined}
                  style={column?.width ? { minInlineSize: `${column.width}rem` } : undefined}
                  aria-sort={
                    sorted === 'asc'
                      ? 'ascending'
                      : sorted === 'desc'
                        ? 'descending'
                        : sortable
                          ? 'none'
                          : undefined
                  }
                >
                  {sortable ? (
                    <button
                      type="button"
                      className={styles.sort}
                      onClick={header.column.getToggleSortingHandler()}
                    >
                      <FlexRender header={header} />
                      <Icon />
                    </button>
                  ) : (
                    <FlexRender header={header} />
                  )}
                </th>
              );
            })}
            {props.rowActions && (
              <th {...ROLE.column} scope="col" className={styles.more}>
                <span className="sr-only">Acciones</span>
              </th>
            )}
          </tr>
        </thead>
        {rows === null ? (
          <Skeleton width={width} />
        ) : (
          <tbody {...ROLE.group} onKeyDown={moveBetweenRows}>
            {table.getRowModel().rows.map((row) => (
              <tr
                key={row.id}
                {...ROLE.row}
                data-current={props.detail?.id === row.id ? '' : undefined}
                data-selected={chosen && isSelected(chosen.selection, row.id) ? '' : undefined}
              >
                {chosen && (
                  <td {...ROLE.cell} className={styles.check}>
                    <RowCheckbox id={row.id} label={props.rowLabel(row.original)} chosen={chosen} />
                  </td>
                )}
                {row.getVisibleCells().map((cell) => (
                  <DataCell
                    key={cell.id}
                    column={byId.get(cell.column.id)}
                    id={row.id}
                    to={props.rowLink?.(row.original)}
                    detail={props.detail}
                  >
                    <FlexRender cell={cell} />
                  </DataCell>
                ))}
                {props.rowActions && (
                  <td {...ROLE.cell} className={styles.more}>
                    {props.rowActions(row.original).length > 0 && (
                      <IconButton
                        label={`Acciones de ${props.rowLabel(row.original)}`}
                        className={styles.iconButton}
                        aria-haspopup="menu"
                        {...props.menu.button(() => props.onMenu(row.original))}
                      >
                        <IconDots />
                      </IconButton>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </Scroller>
  );
}

const toDef = <T extends object>(column: TableColumn<T>): ColumnDef<typeof features, T> => ({
  id: column.id,
  header: column.header,
  // Only for the column to be sortable: the server sorts, and the cell draws itself.
  accessorFn: () => null,
  cell: ({ row }) => column.cell(row.original),
  sortDescFirst: column.descFirst ?? false,
});

/** Whether a column goes when a record is open beside the list. */
const isExtra = <T,>(column: TableColumn<T> | undefined): boolean =>
  !column?.primary && !column?.beside;

function DataCell<T>({
  column,
  id,
  to,
  detail,
  children,
}: {
  column: TableColumn<T> | undefined;
  id: string;
  to: string | undefined;
  detail: DetailState | undefined;
  children: ReactNode;
}) {
  const className = classes(
    column?.align === 'end' && styles.end,
    column?.nowrap && styles.nowrap,
    column?.primary && styles.primary,
  );
  return column?.primary ? (
    <th {...ROLE.heading} scope="row" className={className}>
      {detail ? (
        <Link
          {...detail.linkTo(id)}
          data-opens={id}
          aria-current={detail.id === id ? 'true' : undefined}
        >
          {children}
        </Link>
      ) : to ? (
        <Link to={to}>{children}</Link>
      ) : (
        children
      )}
    </th>
  ) : (
    <td
      {...ROLE.cell}
      className={className || undefined}
      data-label={column?.header}
      data-extra={isExtra(column) ? '' : undefined}
    >
      {/* One box, so that a card sets it beside its label. */}
      <div>{children}</div>
    </td>
  );
}

function Skeleton({ width }: { width: number }) {
  return (
    <tbody aria-hidden="true" className={styles.skeleton}>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
        <tr key={row}>
          <td colSpan={width}>
            <span style={{ inlineSize: `${88 - ((row * 13) % 40)}%` }} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

const FOCUSABLE = 'a[href], button, input';

/** Up and down go to the same control of the neighbouring row; with shift they choose it like this one. */
const moveBetweenRows = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const from = event.target as Element;
  const row = from.closest('tr');
  if (!row || !event.currentTarget.contains(row) || from.matches('input:not([type=checkbox])')) {
    return;
  }
  const to = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  const at = [...row.querySelectorAll(FOCUSABLE)].indexOf(from);
  const target = to?.querySelectorAll<HTMLElement>(FOCUSABLE)[at];
  if (!target) return;
  event.preventDefault();
  target.focus();
  const [was, is] = [from, target].map((box) => box instanceof HTMLInputElement && box.checked);
  if (event.shiftKey && was !== is) target.click();
};

export type { RowAction } from './action-menu.tsx';
export { filtersOfSelection } from './bulk.ts';
export { BulkDialog } from './bulk-dialog.tsx';
export { DataTable } from './data-table.tsx';
export { FilterBar } from './filter-bar.tsx';
export type {
  DateRange,
  FilterOption,
  Filters,
  FilterValues,
  Property,
  PropertyValue,
} from './params.ts';
export type { BulkSelection } from './selection.ts';
export type { BulkAction, DataTableProps, TableColumn, TableQuery } from './types.ts';
export { useTableQuery } from './use-table-query.ts';
export { type TableState, useTableState } from './use-table-state.ts';

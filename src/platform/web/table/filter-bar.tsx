import styles from './table.module.css';
import { Toolbar } from './toolbar.tsx';
import type { AnyTableState, DataTableProps } from './types.ts';

/** Search and filters of a table over what shows the same rows in another way: a calendar, a map. */
export function FilterBar({
  state,
  search,
}: {
  state: AnyTableState;
  search: DataTableProps<never>['search'];
}) {
  return (
    <div className={styles.bar} data-density="">
      <Toolbar state={state} search={search} />
    </div>
  );
}

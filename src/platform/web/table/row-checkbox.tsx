import { isSelected, type Selection, select } from './selection.ts';
import styles from './table.module.css';

type Choice = { selection: Selection; onSelect: (selection: Selection) => void };

/** Chooses the whole page. */
export function PageCheckbox<T>({
  rows,
  rowId,
  selection,
  onSelect,
}: Choice & { rows: readonly T[] | null; rowId: (row: T) => string }) {
  const ids = (rows ?? []).map(rowId);
  const chosen = ids.filter((id) => isSelected(selection, id)).length;
  const all = ids.length > 0 && chosen === ids.length;
  return (
    <label className={styles.checkLabel}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = chosen > 0 && !all;
        }}
        type="checkbox"
        checked={all}
        disabled={ids.length === 0}
        onChange={() => onSelect(select(selection, ids, !all))}
      />
      <span className="sr-only">Seleccionar toda la página</span>
    </label>
  );
}

/** Chooses one row. */
export function RowCheckbox<T>({
  id,
  row,
  rowLabel,
  selection,
  onSelect,
}: Choice & { id: string; row: T; rowLabel: (row: T) => string }) {
  return (
    <label className={styles.checkLabel}>
      <input
        type="checkbox"
        checked={isSelected(selection, id)}
        onChange={(event) => onSelect(select(selection, [id], event.target.checked))}
      />
      <span className="sr-only">Seleccionar {rowLabel(row)}</span>
    </label>
  );
}

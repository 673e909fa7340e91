import { isSelected } from './selection.ts';
import styles from './table.module.css';
import type { Chosen } from './use-selection.ts';

/** Chooses the whole page. */
export function PageCheckbox({ ids, chosen }: { ids: readonly string[]; chosen: Chosen }) {
  const some = ids.filter((id) => isSelected(chosen.selection, id)).length;
  const all = ids.length > 0 && some === ids.length;
  return (
    <label className={styles.checkLabel}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = some > 0 && !all;
        }}
        type="checkbox"
        checked={all}
        disabled={ids.length === 0}
        onChange={() => chosen.choose(ids, !all)}
      />
      <span className="sr-only">Seleccionar toda la página</span>
    </label>
  );
}

/** Chooses one row; with the shift key held, all from the one chosen before. */
export function RowCheckbox({ id, label, chosen }: { id: string; label: string; chosen: Chosen }) {
  return (
    <label
      className={styles.checkLabel}
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
    >
      <input
        type="checkbox"
        checked={isSelected(chosen.selection, id)}
        onChange={({ target, nativeEvent }) =>
          chosen.pick(id, target.checked, (nativeEvent as MouseEvent).shiftKey === true)
        }
      />
      <span className="sr-only">Seleccionar {label}</span>
    </label>
  );
}

import { useId } from 'react';
import { formatNumber } from '../ui/format.ts';
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconFirst,
  IconLast,
} from '../ui/icons.tsx';
import { PAGE_SIZES, type PageSize } from './params.ts';
import styles from './table.module.css';
import type { AnyTableState } from './types.ts';

/** Page by page, first and last, and how many rows a page. */
export function Pager({ state, pages }: { state: AnyTableState; pages: number }) {
  const id = useId();
  const go = (page: number) => state.setPage(Math.min(Math.max(1, page), pages));
  const steps = [
    ['Primera página', IconFirst, 1],
    ['Página anterior', IconChevronLeft, state.page - 1],
    ['Página siguiente', IconChevronRight, state.page + 1],
    ['Última página', IconLast, pages],
  ] as const;
  const [first, previous, next, last] = steps.map(([label, Icon, to], i) => {
    const off = i < 2 ? state.page <= 1 : state.page >= pages;
    return (
      // Not `disabled`: the focus would be lost on reaching the last page.
      <button
        key={label}
        type="button"
        className={styles.iconButton}
        aria-label={label}
        aria-disabled={off || undefined}
        onClick={() => !off && go(to)}
      >
        <Icon />
      </button>
    );
  });
  return (
    <nav className={styles.pager} aria-label="Páginas de la tabla">
      <label htmlFor={id} className={styles.size}>
        Renglones por página
      </label>
      <span className={styles.selectBox}>
        <select
          id={id}
          value={state.pageSize}
          onChange={({ target }) => state.setPageSize(Number(target.value) as PageSize)}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
        <IconChevronDown />
      </span>
      <span className={styles.steps}>
        {first}
        {previous}
        <span>
          Página {formatNumber(state.page)} de {formatNumber(pages)}
        </span>
        {next}
        {last}
      </span>
    </nav>
  );
}

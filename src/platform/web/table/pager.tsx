import { type ComponentType, type ReactNode, type SVGProps, useId } from 'react';
import { formatNumber } from '../ui/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconChevronDown, IconChevronRight } from '../ui/icons.tsx';
import { IconChevronLeft, IconFirst, IconLast } from '../ui/icons-of-screens.tsx';
import { type Cursor, PAGE_SIZES, type PageSize } from './params.ts';
import styles from './table.module.css';
import type { AnyTableState } from './types.ts';

type Step = {
  label: string;
  Icon: ComponentType<SVGProps<SVGSVGElement>>;
  /** Null: there is nothing there. */
  go: (() => void) | null;
};

const StepButton = ({ label, Icon, go }: Step) => (
  <IconButton label={label} className={styles.iconButton} onClick={go}>
    <Icon />
  </IconButton>
);

function Frame({ state, children }: { state: AnyTableState; children: ReactNode }) {
  const id = useId();
  return (
    <nav className={styles.pager} aria-label="Páginas de la tabla">
      <label htmlFor={id} className={styles.size}>
        <span className={styles.sizeLabel}>Filas por página</span>
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
      <span className={styles.steps}>{children}</span>
    </nav>
  );
}

/** Page by page, first and last, and how many rows a page. */
export function Pager({ state, pages }: { state: AnyTableState; pages: number }) {
  const { page } = state;
  const to = (target: number, there: boolean) =>
    there ? () => state.setPage(Math.min(Math.max(1, target), pages)) : null;
  return (
    <Frame state={state}>
      <StepButton label="Primera página" Icon={IconFirst} go={to(1, page > 1)} />
      <StepButton label="Página anterior" Icon={IconChevronLeft} go={to(page - 1, page > 1)} />
      <span role="status">
        <span className={styles.pageWord}>Página </span>
        {formatNumber(page)} de {formatNumber(pages)}
      </span>
      <StepButton
        label="Página siguiente"
        Icon={IconChevronRight}
        go={to(page + 1, page < pages)}
      />
      <StepButton label="Última página" Icon={IconLast} go={to(pages, page < pages)} />
    </Frame>
  );
}

/** Of a list that grows: back to its beginning, the page before, the next one. */
export function CursorPager({
  state,
  page: { anterior, siguiente },
}: {
  state: AnyTableState;
  page: { readonly anterior: string | null; readonly siguiente: string | null };
}) {
  const to = (cursor: Cursor | null, there: boolean) =>
    there ? () => state.setCursor(cursor) : null;
  return (
    <Frame state={state}>
      <StepButton label="Primera página" Icon={IconFirst} go={to(null, state.cursor !== null)} />
      <StepButton
        label="Página anterior"
        Icon={IconChevronLeft}
        go={to({ antes: anterior ?? '' }, anterior !== null)}
      />
      <StepButton
        label="Página siguiente"
        Icon={IconChevronRight}
        go={to({ tras: siguiente ?? '' }, siguiente !== null)}
      />
    </Frame>
  );
}

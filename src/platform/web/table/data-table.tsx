import { useEffect, useRef, useState } from 'react';
import type { CursorPage } from '../../shared/cursor.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { EmptyState } from '../feedback/notice.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { formatNumber } from '../ui/format.ts';
import { IconList, IconSearch } from '../ui/icons.tsx';
import { ActionMenu } from './action-menu.tsx';
import { Cards } from './cards.tsx';
import { useFloating } from './floating.tsx';
import { Grid } from './grid.tsx';
import { CursorPager, Pager } from './pager.tsx';
import { useDensity } from './preferences.ts';
import { useSavedViews } from './saved-views.ts';
import { useKeptPlace } from './scroller.tsx';
import { Strip } from './strip.tsx';
import styles from './table.module.css';
import { SortSelect, Toolbar } from './toolbar.tsx';
import type { AnyTableState, DataTableProps, Noun } from './types.ts';
import { useSelection } from './use-selection.ts';
import { useTotal } from './use-total.ts';
import { ViewMenu } from './view-menu.tsx';

/**
 * The portal's one table: the server pages, sorts, filters and searches; the address says what is
 * shown (`useTableState`). Its rows scroll under their head, between the strip and the pager, which stay; on a
 * narrow screen they are cards and the page scrolls.
 */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { state, query, columns, noun, bulkActions = [] } = props;
  const [density] = useDensity();
  const views = useSavedViews(props.id, columns, state);
  const menu = useFloating();
  const [menuRow, setMenuRow] = useState<T | null>(null);

  const { data } = query;
  const settled = data !== undefined && !query.isPlaceholderData;
  const cursor = data && 'siguiente' in data ? data : null;
  const total = data && !('siguiente' in data) ? data.total : (data?.filas.length ?? 0);
  const pages = Math.max(1, Math.ceil(total / state.pageSize));
  const parecidas = data !== undefined && 'parecidas' in data && data.parecidas === true;
  const paged = cursor !== null && (cursor.anterior !== null || cursor.siguiente !== null);
  const all = useTotal(state, paged ? null : total, props.countAll);
  const chosen = useSelection(state, data?.filas ?? [], props, all.known ?? 0);
  const page = useShownPage(state, settled);
  useLastPage(state, settled && cursor === null, pages);
  useBeginning(state, settled && cursor !== null && total === 0);
  useKeptPlace();

  const failed = query.error && !query.isFetching ? query.error : null;
  const narrowed = state.search !== '' || state.activeFilters > 0 || state.filtering;
  const nothing = settled && total === 0 && (cursor === null || state.cursor === null);
  const pager = total > 25 || paged;
  const root = useKeepFocus();

  return (
    <div
      ref={root}
      className={styles.root}
      data-table=""
      data-density={density}
      data-paged={pager ? '' : undefined}
    >
      {!(nothing && !narrowed) && <Toolbar state={state} search={props.search} />}
      <p role="status" className={styles.like}>
        {parecidas && !failed ? saidLike(total, state, noun) : ''}
      </p>
      <Strip
        said={
          failed
            ? ''
            : cursor && !nothing
              ? saidFrom(cursor, noun)
              : said(data && !nothing ? total : null, nothing, state, noun)
        }
        {...{ noun, chosen, narrowed }}
        actions={bulkActions}
        all={parecidas || (cursor !== null && !props.countAll) ? null : all}
      >
        {!failed && (
          <>
            {!nothing && <SortSelect columns={columns} state={state} />}
            {(!nothing || narrowed) && !props.card && <ViewMenu views={views} columns={columns} />}
          </>
        )}
      </Strip>
      {failed ? (
        <ErrorState error={failed} retry={() => void query.refetch()} />
      ) : nothing ? (
        <Empty narrowed={narrowed} state={state} noun={noun} empty={props.empty} />
      ) : (
        <>
          <div className={classes(styles.sheet, query.isPlaceholderData && styles.stale)}>
            {props.card ? (
              <Cards {...props} card={props.card} page={page} />
            ) : (
              <Grid
                {...props}
                rows={data?.filas ?? null}
                busy={query.isFetching}
                hidden={views.hidden}
                page={page}
                chosen={bulkActions.length > 0 ? chosen : null}
                menu={menu}
                onMenu={setMenuRow}
              />
            )}
          </div>
          {pager &&
            (cursor ? (
              <CursorPager state={state} page={cursor} />
            ) : (
              <Pager state={state} pages={pages} />
            ))}
        </>
      )}
      {props.rowActions && (
        <ActionMenu
          handle={menu}
          label={menuRow ? `Acciones de ${props.rowLabel(menuRow)}` : 'Acciones'}
          actions={menuRow ? props.rowActions(menuRow) : []}
        />
      )}
    </div>
  );
}

const said = (
  total: number | null,
  nothing: boolean,
  { page, pageSize }: AnyTableState,
  noun: Noun,
): string => {
  if (nothing) return 'Sin resultados';
  if (total === null) return 'Cargando…';
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  const of = `${formatNumber(total)} ${total === 1 ? noun.one : noun.many}`;
  return total <= pageSize ? of : `${formatNumber(from)}–${formatNumber(to)} de ${of}`;
};

/** Nothing says it like that: what looks like it, which is all that there is. */
const saidLike = (total: number, { search }: AnyTableState, noun: Noun): string => {
  const none = `${noun.feminine ? 'Ninguna' : 'Ningún'} ${noun.one} coincide con «${search}».`;
  if (total === 1)
    return `${none} Se muestra ${noun.feminine ? 'la más parecida' : 'el más parecido'}.`;
  const like = noun.feminine ? 'las más parecidas' : 'los más parecidos';
  return `${none} Se muestran ${formatNumber(total)}, ${like}.`;
};

/** Of a list by cursor: how many are in sight, and of how many; of more than are counted, no figure. */
const saidFrom = (
  { filas, anterior, siguiente, total }: CursorPage<unknown>,
  noun: Noun,
): string => {
  const count = (n: number) => `${formatNumber(n)} ${n === 1 ? noun.one : noun.many}`;
  if (anterior === null && siguiente === null) return count(filas.length);
  if (total === null) return 'Hay otras páginas';
  return `${formatNumber(filas.length)} de ${count(total)}`;
};

/** What the rows in sight are the page of: it changes when they do, not when others are asked for. */
const useShownPage = (state: AnyTableState, settled: boolean): string => {
  const { search, filters, sort, page, pageSize, cursor } = state;
  const asked = JSON.stringify([search, filters, sort, page, pageSize, cursor]);
  const [shown, setShown] = useState(asked);
  if (settled && shown !== asked) setShown(asked);
  return shown;
};

/** What was pressed may go with what it did («Quitar filtros»): whoever was on it goes on from the strip. */
const useKeepFocus = () => {
  const root = useRef<HTMLDivElement>(null);
  const on = useRef<Element | null>(null);
  useEffect(() => {
    const { activeElement } = document;
    const lost = on.current !== null && !on.current.isConnected && activeElement === document.body;
    if (lost) root.current?.querySelector<HTMLElement>(`.${styles.strip}`)?.focus();
    on.current = root.current?.contains(document.activeElement) ? document.activeElement : null;
  });
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const inside = target instanceof Element && root.current?.contains(target);
      on.current = inside ? target : null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  return root;
};

/** Rows may have gone since the address was written: the last page that exists is shown. */
const useLastPage = (state: AnyTableState, known: boolean, pages: number): void => {
  const over = known && state.page > pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it is over
  useEffect(() => {
    if (over) state.setPage(pages);
  }, [over, pages]);
};

/** The rows of a page by cursor are gone: from the beginning. */
const useBeginning = (state: AnyTableState, gone: boolean): void => {
  const lost = gone && state.cursor !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it is lost
  useEffect(() => {
    if (lost) state.setCursor(null);
  }, [lost]);
};

function Empty({
  narrowed,
  state,
  noun,
  empty,
}: {
  narrowed: boolean;
  state: AnyTableState;
  noun: Noun;
  empty: DataTableProps<never>['empty'];
}) {
  if (!narrowed) {
    return (
      <EmptyState title={empty.title} icon={IconList} action={empty.action}>
        {empty.text}
      </EmptyState>
    );
  }
  // What hides them all may be a filter that nobody touched.
  const onlyAtFirst = state.search === '' && state.activeFilters === 0;
  return (
    <EmptyState
      title={`${noun.feminine ? 'Ninguna' : 'Ningún'} ${noun.one} coincide`}
      icon={IconSearch}
      action={
        <>
          {onlyAtFirst && empty.action}
          <Button
            size="small"
            onClick={({ currentTarget }) => {
              // This button goes with what it takes away: to where one searches anew.
              currentTarget.closest('[data-density]')?.querySelector('input')?.focus();
              if (onlyAtFirst) state.showAll();
              else state.clear();
            }}
          >
            {onlyAtFirst ? 'Quitar los filtros' : 'Quitar búsqueda y filtros'}
          </Button>
        </>
      }
    >
      Pruebe con menos palabras o quite algún filtro.
    </EmptyState>
  );
}

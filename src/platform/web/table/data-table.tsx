import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CursorPage } from '../../shared/cursor.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { EmptyState } from '../feedback/notice.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { formatNumber } from '../ui/format.ts';
import { IconCross, IconList, IconSearch } from '../ui/icons.tsx';
import { ActionMenu } from './action-menu.tsx';
import { useFloating } from './floating.tsx';
import { Grid } from './grid.tsx';
import { CursorPager, Pager } from './pager.tsx';
import { useDensity, useHiddenColumns } from './preferences.ts';
import { countSelected, EVERYTHING, NOTHING, type Selection, toBulk } from './selection.ts';
import styles from './table.module.css';
import { initiallyHidden, SortSelect, Toolbar, ViewMenu } from './toolbar.tsx';
import type { AnyTableState, BulkAction, DataTableProps, Noun } from './types.ts';

/**
 * The portal's one table: the server pages, sorts, filters and searches; the address says what is
 * shown (`useTableState`). Cards on a narrow screen.
 */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { state, query, columns, noun, bulkActions = [] } = props;
  const [density] = useDensity();
  const [hidden] = useHiddenColumns(props.id, initiallyHidden(columns));
  const [selection, select] = useSelection(state);
  const menu = useFloating();
  const [menuRow, setMenuRow] = useState<T | null>(null);

  const { data } = query;
  const settled = data !== undefined && !query.isPlaceholderData;
  const cursor = data && 'siguiente' in data ? data : null;
  const total = data && 'total' in data ? data.total : (data?.filas.length ?? 0);
  const pages = Math.max(1, Math.ceil(total / state.pageSize));
  const parecidas = data !== undefined && 'parecidas' in data && data.parecidas === true;
  useLastPage(state, settled && cursor === null, pages);
  useBeginning(state, settled && cursor !== null && total === 0);

  const failed = query.error && !query.isFetching ? query.error : null;
  const narrowed = state.search !== '' || state.activeFilters > 0 || state.filtering;
  const nothing = settled && total === 0 && (cursor === null || state.cursor === null);
  const chosen = countSelected(selection, total);
  const selects = bulkActions.length > 0;
  const bar = useRef<HTMLDivElement>(null);
  useKeepFocus(bar, chosen);

  return (
    <div className={styles.root} data-density={density}>
      {!(nothing && !narrowed) && <Toolbar state={state} search={props.search} />}
      <div ref={bar} tabIndex={-1} className={styles.bar}>
        {selects && chosen > 0 ? (
          <BulkBar
            {...{ noun, selection, select, total, bulkActions, narrowed }}
            onlyThese={parecidas || cursor !== null}
          />
        ) : (
          <>
            <p role="status" className={styles.count}>
              {failed
                ? ''
                : parecidas
                  ? saidLike(total, state, noun)
                  : cursor && !nothing
                    ? saidFrom(cursor, noun)
                    : said(data && !nothing ? total : null, nothing, state, noun)}
            </p>
            {!nothing && !failed && (
              <div className={styles.view}>
                <SortSelect columns={columns} state={state} />
                <ViewMenu id={props.id} columns={columns} />
              </div>
            )}
          </>
        )}
      </div>
      {failed ? (
        <ErrorState error={failed} retry={() => void query.refetch()} />
      ) : nothing ? (
        <Empty narrowed={narrowed} state={state} noun={noun} empty={props.empty} />
      ) : (
        <>
          <div className={classes(styles.sheet, query.isPlaceholderData && styles.stale)}>
            <Grid
              {...props}
              rows={data?.filas ?? null}
              busy={query.isFetching}
              hidden={hidden}
              selection={selects ? selection : null}
              onSelect={select}
              menu={menu}
              onMenu={setMenuRow}
            />
          </div>
          {cursor
            ? (total > 25 || cursor.anterior !== null || cursor.siguiente !== null) && (
                <CursorPager state={state} page={cursor} />
              )
            : total > 25 && <Pager state={state} pages={pages} />}
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

/** Of a list by cursor: how many are in sight, and of about how many. */
const saidFrom = (
  { filas, anterior, siguiente, aproximado }: CursorPage<unknown>,
  noun: Noun,
): string => {
  const count = (n: number) => `${formatNumber(n)} ${n === 1 ? noun.one : noun.many}`;
  if (anterior === null && siguiente === null) return count(filas.length);
  if (aproximado === null) return `${count(filas.length)}; hay más`;
  return `${formatNumber(filas.length)} de ${noun.feminine ? 'unas' : 'unos'} ${count(aproximado)}`;
};

/** What is chosen belongs to one search and its filters: with others it starts again. */
const useSelection = (state: AnyTableState): [Selection, (selection: Selection) => void] => {
  const scope = JSON.stringify([state.search, state.filters]);
  const [kept, setKept] = useState({ scope, selection: NOTHING });
  return [
    kept.scope === scope ? kept.selection : NOTHING,
    (selection) => setKept({ scope, selection }),
  ];
};

/** The buttons of a selection go with it: whoever was on them goes on from where they were. */
const useKeepFocus = (bar: RefObject<HTMLElement | null>, chosen: number): void => {
  const before = useRef(chosen);
  useEffect(() => {
    const gone = before.current > 0 && chosen === 0;
    before.current = chosen;
    if (gone && document.activeElement === document.body) bar.current?.focus();
  }, [bar, chosen]);
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
          <Button size="small" onClick={onlyAtFirst ? state.showAll : state.clear}>
            {onlyAtFirst ? 'Quitar los filtros' : 'Quitar búsqueda y filtros'}
          </Button>
        </>
      }
    >
      Pruebe con menos palabras o quite algún filtro.
    </EmptyState>
  );
}

function BulkBar({
  noun,
  selection,
  select,
  total,
  narrowed,
  bulkActions,
  onlyThese,
}: {
  noun: Noun;
  selection: Selection;
  select: (selection: Selection) => void;
  total: number;
  narrowed: boolean;
  bulkActions: readonly BulkAction[];
  /** What the filters let through is not what is shown: only rows of one's own choice. */
  onlyThese: boolean;
}) {
  const count = countSelected(selection, total);
  const [the, chosen, filtered] = noun.feminine
    ? ['las', 'seleccionada', 'filtradas']
    : ['los', 'seleccionado', 'filtrados'];
  const clear = () => select(NOTHING);
  // Not only once the page is full: cards have no box that takes the whole page.
  const offersAll = !onlyThese && count < total && selection.mode === 'some';
  return (
    <section className={styles.bulk} aria-label="Acciones con lo seleccionado">
      <p role="status">
        <strong>
          {formatNumber(count)} {count === 1 ? noun.one : noun.many} {chosen}
          {count === 1 ? '' : 's'}
        </strong>
      </p>
      {offersAll && (
        <Button size="small" variant="quiet" onClick={() => select(EVERYTHING)}>
          Seleccionar {the} {formatNumber(total)} {noun.many}
          {narrowed && ` ${filtered}`}
        </Button>
      )}
      <div className={styles.bulkActions}>
        {bulkActions.map(({ label, icon: Icon, danger, run }) => (
          <Button
            key={label}
            size="small"
            variant={danger ? 'danger' : 'secondary'}
            icon={Icon && <Icon />}
            onClick={() => run(toBulk(selection, total), clear)}
          >
            {label}
          </Button>
        ))}
        <Button size="small" variant="quiet" icon={<IconCross />} onClick={clear}>
          Quitar selección
        </Button>
      </div>
    </section>
  );
}

import { type ReactNode, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { IconChevronDown, IconCross } from '../ui/icons.tsx';
import { IconFilter } from '../ui/icons-of-screens.tsx';
import { FilterControl, isInUse, offOf, saidOf } from './filter-controls.tsx';
import { Floating, useFloating } from './floating.tsx';
import type { Filters, FilterValue, Sort } from './params.ts';
import { SearchBox } from './search-box.tsx';
import styles from './table.module.css';
import type { AnyTableState, DataTableProps, TableColumn } from './types.ts';

/** Search and filters; on a phone the filters are behind a button. */
export function Toolbar({
  state,
  search,
}: {
  state: AnyTableState;
  search: DataTableProps<never>['search'];
}) {
  const [shown, setShown] = useState(false);
  const id = useId();
  const filters = Object.entries(state.definitions as Filters);
  if (!search && filters.length === 0) return null;
  const rest = filters.filter(([, { more }]) => more);
  const inUse = rest.filter(([name]) => isInUse(state.filters[name] as FilterValue));
  const clear = state.activeFilters > 0 && (
    <Button size="small" variant="quiet" icon={<IconCross />} onClick={state.clearFilters}>
      Quitar filtros
    </Button>
  );
  const control = ([name, filter]: (typeof filters)[number]) => (
    <FilterControl
      key={name}
      filter={filter}
      value={state.filters[name] as FilterValue}
      onChange={(value) => state.setFilter(name, value)}
    />
  );
  return (
    <div className={styles.toolbar}>
      {search && <SearchBox {...search} value={state.search} onChange={state.setSearch} />}
      {filters.length > 0 && (
        <>
          <Button
            size="small"
            icon={<IconFilter />}
            className={styles.filtersToggle}
            aria-expanded={shown}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            Filtros{state.activeFilters > 0 && ` (${state.activeFilters})`}
          </Button>
          <div id={id} className={styles.filters} data-shown={shown ? '' : undefined}>
            {filters.filter(([, { more }]) => !more).map(control)}
            {rest.length > 0 && <MoreFilters count={inUse.length}>{rest.map(control)}</MoreFilters>}
            {rest.length === 0 && clear}
          </div>
          {rest.length > 0 && state.activeFilters > 0 && (
            <div className={styles.inUse}>
              {inUse.length > 0 && (
                <ul className={styles.chips} aria-label="Otros filtros en uso">
                  {inUse.map(([name, filter]) => {
                    const said = `${filter.label}: ${saidOf(filter, state.filters[name] as FilterValue)}`;
                    return (
                      <li key={name}>
                        <button
                          type="button"
                          className={styles.chip}
                          aria-label={`Quitar el filtro ${said}`}
                          onClick={() => state.setFilter(name, offOf(filter))}
                        >
                          <span>{said}</span>
                          <IconCross />
                        </button>
                      </li>
                    );
                  })}
                </ul>
              )}
              {clear}
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** The filters for which there is no room in the line. */
function MoreFilters({ count, children }: { count: number; children: ReactNode }) {
  const menu = useFloating();
  return (
    <>
      <Button size="small" icon={<IconFilter />} className={styles.moreFilters} {...menu.button()}>
        Más filtros{count > 0 && ` (${count})`}
      </Button>
      <Floating handle={menu} label="Más filtros">
        <div className={styles.moreBody}>{children}</div>
      </Floating>
    </>
  );
}

/** Order, for cards, where there are no headings to press. */
export function SortSelect<T>({
  columns,
  state,
}: {
  columns: readonly TableColumn<T>[];
  state: AnyTableState;
}) {
  const id = useId();
  const options = columns
    .filter((column) => state.sortable.includes(column.id))
    .flatMap(({ id: name, header }): [Sort, string][] => [
      [{ id: name, desc: false }, `${header}, ascendente`],
      [{ id: name, desc: true }, `${header}, descendente`],
    ]);
  if (options.length === 0) return null;
  const write = ({ id, desc }: Sort) => `${desc ? '-' : ''}${id}`;
  return (
    <div className={styles.sortSelect}>
      <label htmlFor={id} className={styles.controlLabel}>
        Ordenar por
      </label>
      <span className={styles.selectBox}>
        <select
          id={id}
          value={write(state.sort)}
          onChange={({ target }) => {
            const found = options.find(([sort]) => write(sort) === target.value);
            if (found) state.setSort(found[0]);
          }}
        >
          {options.map(([sort, label]) => (
            <option key={write(sort)} value={write(sort)}>
              {label}
            </option>
          ))}
        </select>
        <IconChevronDown />
      </span>
    </div>
  );
}

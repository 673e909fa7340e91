import { useEffect, useRef, useState } from 'react';
import type { deleteVista, listVistas, saveVista, Vista, VistaNueva } from '../../shared/vistas.ts';
import { caller } from '../callables/client.ts';
import { useCall, useInvalidate } from '../callables/hooks.ts';
import { initiallyHidden, useHiddenColumns } from './preferences.ts';
import type { AnyTableState, TableColumn } from './types.ts';

const listVistasCall = caller<typeof listVistas>('listVistas');
const saveVistaCall = caller<typeof saveVista>('saveVista');
const deleteVistaCall = caller<typeof deleteVista>('deleteVista');
const MINUTE = 60_000;

/** Hidden columns as a view holds them: in one order, null where they are the table's own. */
export const columnsOfView = (
  hidden: readonly string[],
  initial: readonly string[],
): string[] | null => {
  const sorted = [...new Set(hidden)].sort();
  return sorted.join() === [...initial].sort().join() ? null : sorted;
};

/**
 * Which view a list shows now, if any: of two that hold the same, the one that was picked. A view may name columns
 * that the table no longer has.
 */
export const findShown = <V extends Pick<Vista, 'id' | 'parametros' | 'ocultas'>>(
  views: readonly V[],
  now: { view: string; hidden: string[] | null; picked: string | null },
  table: { viewOf: (saved: string) => string; columns: readonly string[]; initial: string[] },
): V | null => {
  const known = (hidden: readonly string[] | null) =>
    columnsOfView(
      (hidden ?? table.initial).filter((id) => table.columns.includes(id)),
      table.initial,
    );
  const same = views.filter(
    ({ parametros, ocultas }) =>
      table.viewOf(parametros) === now.view && known(ocultas)?.join() === now.hidden?.join(),
  );
  return same.find(({ id }) => id === now.picked) ?? same[0] ?? null;
};

/** The named views of a table, what it shows of them, and its columns, which are part of them. */
export const useSavedViews = (
  lista: string,
  columns: readonly TableColumn<never>[],
  state: AnyTableState,
) => {
  const all = useCall(listVistasCall, null, { staleTime: MINUTE });
  const invalidate = useInvalidate();
  const initial = initiallyHidden(columns);
  const [hidden, setHidden] = useHiddenColumns(lista, initial);
  const [picked, setPicked] = useState<string | null>(null);
  const views = (all.data ?? []).filter((view) => view.lista === lista);
  const now = { view: state.view, hidden: columnsOfView(hidden, initial), picked };
  const table = { viewOf: state.viewOf, columns: columns.map(({ id }) => id), initial };

  /** Null: the list as it is for everybody. */
  const pick = (view: Vista | null) => {
    setPicked(view?.id ?? null);
    state.setView(view?.parametros ?? '');
    setHidden(view?.ocultas ?? null);
  };
  // Once, when it is known, and only of a list that nobody has touched yet nor brought here by an address.
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !all.data) return;
    begun.current = true;
    const opens = views.find(({ predeterminada }) => predeterminada);
    if (opens && state.view === '' && state.page === 1 && !state.cursor) pick(opens);
  });
  return {
    lista,
    views,
    /** The one that is shown as it was saved. */
    shown: findShown(views, now, table),
    /** The one that was picked, and changed since. */
    base: views.find(({ id }) => id === picked) ?? null,
    isInitial: now.view === '' && now.hidden === null,
    hidden,
    setHidden,
    pick,
    /** What there is to save, for a view (null: a new one). */
    draft: (view: Vista | null): VistaNueva => ({
      id: view?.id ?? null,
      lista,
      nombre: view?.nombre ?? '',
      parametros: now.view,
      ocultas: now.hidden,
      predeterminada: view?.predeterminada ?? false,
    }),
    search: state.search,
    save: async (draft: VistaNueva) => {
      const saved = await saveVistaCall(draft);
      setPicked(saved.id);
      await invalidate(listVistasCall);
      return saved;
    },
    remove: async (id: string) => {
      await deleteVistaCall({ id });
      await invalidate(listVistasCall);
    },
  };
};

export type SavedViews = ReturnType<typeof useSavedViews>;

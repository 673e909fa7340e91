import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Callable, InputOf, OutputOf } from '../../../platform/shared/callable.ts';
import { CallError } from '../../../platform/shared/errors.ts';
import { type Caller, caller } from '../../../platform/web/callables/client.ts';
import { callKey, useCall, useInvalidate } from '../../../platform/web/callables/hooks.ts';
import { useSearchParams } from '../../../platform/web/router.tsx';
import { type Filters, useTableQuery, useTableState } from '../../../platform/web/table/index.ts';
import { readParams } from '../../../platform/web/table/params.ts';
import type * as contract from '../contract.ts';
import { type Catalogo, type CatalogoId, findCatalogo } from '../definiciones/rules.ts';
import type * as lote from '../lote/contract.ts';

const listCatalogos = caller<typeof contract.listCatalogos>('listCatalogos');
const listItemsCatalogo = caller<typeof contract.listItemsCatalogo>('listItemsCatalogo');
const listRamasCatalogo = caller<typeof contract.listRamasCatalogo>('listRamasCatalogo');
const getItemCatalogo = caller<typeof contract.getItemCatalogo>('getItemCatalogo');
const saveItemCatalogo = caller<typeof contract.saveItemCatalogo>('saveItemCatalogo');
const setActivoItemCatalogo =
  caller<typeof contract.setActivoItemCatalogo>('setActivoItemCatalogo');
const setActivoItemsCatalogo = caller<typeof lote.setActivoItemsCatalogo>('setActivoItemsCatalogo');
const reorderItemsCatalogo = caller<typeof contract.reorderItemsCatalogo>('reorderItemsCatalogo');
const getUsoItemCatalogo = caller<typeof contract.getUsoItemCatalogo>('getUsoItemCatalogo');
const deleteItemCatalogo = caller<typeof contract.deleteItemCatalogo>('deleteItemCatalogo');

/** How many items each catalog has. */
export const useCatalogos = () => useCall(listCatalogos, null);

/**
 * The catalog that the address names. Coming back through the menu finds the last one, and the address says which
 * it is; null: none was chosen yet.
 */
export const useCatalogoElegido = (): Catalogo | null => {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const named = findCatalogo(params.get('catalogo'));
  const [last, setLast] = useState(named);
  if (named && named !== last) setLast(named);
  const missing = named ? null : last?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time the address does not say it
  useEffect(() => {
    if (!missing) return;
    const here = new URLSearchParams(window.location.search);
    here.set('catalogo', missing);
    // What a table has just put in this entry stays in it.
    navigate({ search: `?${here}` }, { replace: true, state: window.history.state?.usr });
  }, [missing]);
  return named ?? last ?? null;
};

/**
 * Whether a tree is shown as such or as a list; in the address, so that it can be shared. What is searched for and
 * which item is open are of both.
 */
export const useVista = (): ['arbol' | 'lista', (vista: 'arbol' | 'lista') => void] => {
  const [params, setParams] = useSearchParams();
  return [
    params.get('vista') === 'lista' ? 'lista' : 'arbol',
    (vista) => {
      const next = new URLSearchParams(params);
      next.set('vista', vista);
      next.delete('pagina');
      setParams(next, { replace: true });
    },
  ];
};

/** Which branches of a tree are open. */
export type RamasAbiertas = {
  readonly abiertas: ReadonlySet<string>;
  readonly set: (id: string, opened: boolean) => void;
};

/** The open branches of every tree, while the screen lives: going to another catalog or to the list forgets none. */
export const useRamasAbiertas = (): RamasAbiertas => {
  const [abiertas, setAbiertas] = useState<ReadonlySet<string>>(new Set());
  return {
    abiertas,
    set: (id, opened) =>
      setAbiertas((before) => {
        const after = new Set(before);
        if (opened) after.add(id);
        else after.delete(id);
        return after;
      }),
  };
};

const FILTERS = {
  estado: {
    kind: 'select',
    label: 'Estado',
    all: 'Activos e inactivos',
    options: [
      { value: 'activos', label: 'Activos' },
      { value: 'inactivos', label: 'Inactivos' },
    ],
    initial: 'activos',
  },
} as const satisfies Filters;

const SORTING = {
  sortable: ['orden', 'clave', 'nombre', 'actualizadoEn'],
  sort: { id: 'orden', desc: false },
} as const;

/** What the address asks for of a catalog, as a list and as a tree. */
export const useItemsState = ({ id }: Catalogo) =>
  useTableState({
    ...SORTING,
    sharedSearch: true,
    ...(id === 'dias-inhabiles' && { sort: { id: 'clave', desc: false } }),
    filters: FILTERS,
  });

/** The items of a catalog as the address asks for them. */
export const useItems = (catalogo: Catalogo) => {
  const { id } = catalogo;
  const state = useItemsState(catalogo);
  const query = useTableQuery(listItemsCatalogo, {
    catalogo: id,
    busqueda: state.search || undefined,
    estado: state.filters.estado ?? 'todos',
    orden: state.sort.id,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query };
};

/** What the list shows now, as an export asks for it. */
export const useFiltros = (): { busqueda?: string; estado: 'activos' | 'inactivos' | 'todos' } => {
  const [params] = useSearchParams();
  const { search, filters } = readParams({ ...SORTING, filters: FILTERS }, params);
  return { ...(search && { busqueda: search }), estado: filters.estado ?? 'todos' };
};

/** Items found by a text, for the tree; nothing is asked without one. */
export const useHallados = (catalogo: CatalogoId, busqueda: string, inactivos: boolean) =>
  useCall(
    listItemsCatalogo,
    { catalogo, busqueda, estado: inactivos ? 'todos' : 'activos', porPagina: 100 },
    { enabled: busqueda !== '', placeholderData: keepPreviousData },
  );

const ramasInput = (catalogo: CatalogoId, padreId: string | null, inactivos: boolean) =>
  ({ catalogo, padreId, estado: inactivos ? 'todos' : 'activos' }) as const;

/** What hangs from an item in a tree. */
export const useRamas = (catalogo: CatalogoId, padreId: string | null, inactivos: boolean) =>
  useCall(listRamasCatalogo, ramasInput(catalogo, padreId, inactivos));

/** Under which the browser keeps what hangs from an item. */
export const ramasKey = (...of: Parameters<typeof ramasInput>) =>
  callKey(listRamasCatalogo, ramasInput(...of));

/** The items that a reference may choose. */
export const useOpciones = (catalogo: CatalogoId) =>
  useCall(listItemsCatalogo, { catalogo, porPagina: 200 });

/** The first of those that a text finds, to choose one; nothing is asked without one. */
export const useElegibles = (catalogo: CatalogoId, busqueda: string) =>
  useCall(
    listItemsCatalogo,
    { catalogo, busqueda, porPagina: 8 },
    { enabled: busqueda !== '', placeholderData: keepPreviousData },
  );

/** All the items of a list that is short enough to be put in order whole. */
export const useLista = (catalogo: CatalogoId) =>
  useCall(listItemsCatalogo, { catalogo, estado: 'todos', porPagina: 200 });

/** One item, whether it is active or not. */
export const useItem = (id: string) => useCall(getItemCatalogo, { id });

/** Where an item is used. */
export const useUso = (id: string) =>
  useCall(getUsoItemCatalogo, { id }, { gcTime: 0, staleTime: 0 });

/** All that shows items; their history is another feature's. */
const SHOWN = [
  listCatalogos,
  listItemsCatalogo,
  listRamasCatalogo,
  getItemCatalogo,
  { callName: 'listHistorial' },
];

/** What an Admin does to items; everything that shows them is asked for again. */
export const useItemChanges = () => {
  const invalidate = useInvalidate();
  const then =
    <C extends Callable>(call: Caller<C>) =>
    async (input: InputOf<C>): Promise<OutputOf<C>> => {
      const output = await call(input);
      await invalidate(...SHOWN);
      return output;
    };
  return {
    saveItemCatalogo: then(saveItemCatalogo),
    setActivoItemCatalogo: then(setActivoItemCatalogo),
    deleteItemCatalogo: then(deleteItemCatalogo),
    /** Part by part; the list is asked for again at the end. */
    setActivoItemsCatalogo: (input: InputOf<typeof lote.setActivoItemsCatalogo>) =>
      setActivoItemsCatalogo(input),
    /** The list that is being put in order knows it already: nothing is asked again. */
    reorder: (input: InputOf<typeof contract.reorderItemsCatalogo>) => reorderItemsCatalogo(input),
    refreshAll: () => invalidate(...SHOWN),
    refresh: () => invalidate(listItemsCatalogo, listRamasCatalogo),
  };
};

/** What somebody else saved meanwhile, when that is what went wrong. */
export const cambioPrevioOf = (error: unknown): contract.CambioPrevio | null =>
  error instanceof CallError && error.details?.code === 'cambio-previo'
    ? (error.details as unknown as contract.CambioPrevio)
    : null;

/** A text a moment after its last change, so that each key does not ask. */
export const useSettled = (text: string, ms = 250): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled;
};

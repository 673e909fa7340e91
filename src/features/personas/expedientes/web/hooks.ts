import { caller } from '../../../../platform/web/callables/client.ts';
import { useInvalidate } from '../../../../platform/web/callables/hooks.ts';
import {
  type Filters,
  useTableQuery,
  useTableState,
} from '../../../../platform/web/table/index.ts';
import type * as contract from '../contract.ts';

const listPersonas = caller<typeof contract.listPersonas>('listPersonas');

const FILTERS = {
  pendiente: {
    kind: 'select',
    label: 'Pendiente',
    options: [
      { value: 'sinCurp', label: 'Sin CURP' },
      { value: 'curpDeclarada', label: 'CURP declarada' },
      { value: 'discrepancias', label: 'Datos por revisar' },
    ],
    all: 'Todas',
  },
  cuenta: {
    kind: 'select',
    label: 'Cuenta',
    options: [
      { value: 'con', label: 'Con cuenta' },
      { value: 'sin', label: 'Sin cuenta' },
    ],
    all: 'Todas',
  },
} as const satisfies Filters;

/** The files as the address asks for it. */
export const useExpedientes = () => {
  const state = useTableState({
    sortable: ['nombre'],
    sort: { id: 'nombre', desc: false },
    filters: FILTERS,
  });
  const { pendiente, cuenta } = state.filters;
  const filtros = {
    ...(state.search && { busqueda: state.search }),
    ...(pendiente && { pendiente }),
    ...(cuenta && { cuenta }),
  };
  const query = useTableQuery(listPersonas, {
    ...filtros,
    descendente: state.sort.desc,
    ...state.cursor,
    porPagina: state.pageSize,
  });
  const invalidate = useInvalidate();
  return { state, query, filtros, refresh: () => invalidate(listPersonas) };
};

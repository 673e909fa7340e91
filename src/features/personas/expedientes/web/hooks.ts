import { caller } from '../../../../platform/web/callables/client.ts';
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
      { value: 'discrepancias', label: 'Datos por revisar' },
    ],
  },
} as const satisfies Filters;

/** The files as the address asks for them. */
export const useExpedientes = () => {
  const state = useTableState({
    sortable: ['nombre', 'creadoEn'],
    sort: { id: 'nombre', desc: false },
    filters: FILTERS,
  });
  const query = useTableQuery(listPersonas, {
    busqueda: state.search || undefined,
    pendiente: state.filters.pendiente,
    orden: state.sort.id,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query };
};

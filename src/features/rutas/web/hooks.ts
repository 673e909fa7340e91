import { caller } from '../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../platform/web/callables/hooks.ts';
import { useTableQuery, useTableState } from '../../../platform/web/table/index.ts';
import type * as contract from '../contract.ts';
import { rutaPath, rutasPath } from '../routes.ts';

const listRutas = caller<typeof contract.listRutas>('listRutas');
const getRuta = caller<typeof contract.getRuta>('getRuta');
const startRuta = caller<typeof contract.startRuta>('startRuta');

/** The routes that are offered, and one's own. */
export const useRutas = () => useCall(listRutas, null);

export const useRuta = (id: string) => useCall(getRuta, { id });

export const useStartRuta = () =>
  useCallMutation(startRuta, {
    invalidates: [listRutas, getRuta],
    forgets: (path) => path === rutasPath || path === rutaPath(''),
  });

const listPersonasDeRuta = caller<typeof contract.listPersonasDeRuta>('listPersonasDeRuta');

/** Who is in a route, as the address asks for it. The reading leaves a note. */
export const usePersonasDeRuta = (id: string) => {
  const state = useTableState({
    sortable: ['orden'],
    sort: { id: 'orden', desc: true },
    filters: {
      estado: {
        kind: 'select',
        label: 'Estado',
        options: [
          { value: 'enCurso', label: 'En curso' },
          { value: 'completada', label: 'Completada' },
        ],
      },
    },
  });
  const query = useTableQuery(listPersonasDeRuta, {
    id,
    estado: state.filters.estado,
    porPagina: state.pageSize,
    ...state.cursor,
  });
  return { state, query };
};

import type { InputOf } from '../../../../platform/shared/callable.ts';
import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import {
  type Filters,
  useTableQuery,
  useTableState,
} from '../../../../platform/web/table/index.ts';
import type * as contract from '../contract.ts';
import { duplicadoPath, duplicadosPath } from '../routes.ts';
import { NIVELES } from '../rules.ts';

const listDuplicados = caller<typeof contract.listDuplicados>('listDuplicados');
const getDuplicado = caller<typeof contract.getDuplicado>('getDuplicado');
const discardDuplicado = caller<typeof contract.discardDuplicado>('discardDuplicado');
const withdrawDecisionDuplicado = caller<typeof contract.withdrawDecisionDuplicado>(
  'withdrawDecisionDuplicado',
);
const startBusqueda = caller<typeof contract.startBusquedaDuplicados>('startBusquedaDuplicados');

const OLD = [listDuplicados, getDuplicado, { callName: 'listPendientes' }];

const FILTERS = {
  estado: {
    kind: 'select',
    label: 'Estado',
    options: [{ value: 'descartado', label: 'Descartados' }],
    all: 'Por revisar',
  },
  nivel: {
    kind: 'select',
    label: 'Parecido',
    options: [
      { value: 'alto', label: NIVELES.alto.palabra },
      { value: 'medio', label: NIVELES.medio.palabra },
      { value: 'bajo', label: NIVELES.bajo.palabra },
    ],
    all: 'Todos',
  },
} as const satisfies Filters;

/** The pairs as the address asks for them. */
export const useDuplicados = () => {
  const state = useTableState({
    sortable: ['puntaje'],
    sort: { id: 'puntaje', desc: true },
    filters: FILTERS,
  });
  const { estado, nivel } = state.filters;
  const query = useTableQuery(listDuplicados, {
    ...(estado && { estado }),
    ...(nivel && { nivel }),
    ...state.cursor,
    porPagina: state.pageSize,
  });
  return { state, query };
};

/** Two of them. Reading two files leaves a note in the history: it is asked for once, not at each look. */
export const useDuplicado = (id: string) =>
  useCall(
    getDuplicado,
    { id },
    { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

const forgets = (path: string, { id }: { id: string }) =>
  path === duplicadoPath(id) || path === duplicadosPath;

export const useDiscardDuplicado = () =>
  useCallMutation(discardDuplicado, {
    invalidates: OLD,
    forgets: (path, input: InputOf<typeof contract.discardDuplicado>) => forgets(path, input),
  });

export const useWithdrawDecisionDuplicado = () =>
  useCallMutation(withdrawDecisionDuplicado, {
    invalidates: OLD,
    forgets: (path, input: InputOf<typeof contract.withdrawDecisionDuplicado>) =>
      forgets(path, input),
  });

/** Looks for them now; its progress is in the tray. */
export const useStartBusqueda = () =>
  useCallMutation(startBusqueda, { invalidates: [{ callName: 'listTrabajos' }] });

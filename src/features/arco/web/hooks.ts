import { caller } from '../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../platform/web/callables/hooks.ts';
import { useTableQuery, useTableState } from '../../../platform/web/table/index.ts';
import type * as contract from '../contract.ts';
import { mesaPath, tramitePath, tramitePropioPath } from '../routes.ts';

const requestTramiteArco = caller<typeof contract.requestTramiteArco>('requestTramiteArco');
const listTramitesArcoPropios =
  caller<typeof contract.listTramitesArcoPropios>('listTramitesArcoPropios');
const getTramiteArco = caller<typeof contract.getTramiteArco>('getTramiteArco');
const withdrawTramiteArco = caller<typeof contract.withdrawTramiteArco>('withdrawTramiteArco');
const listTramitesArco = caller<typeof contract.listTramitesArco>('listTramitesArco');
const createTramiteArco = caller<typeof contract.createTramiteArco>('createTramiteArco');
const updatePlazoTramiteArco =
  caller<typeof contract.updatePlazoTramiteArco>('updatePlazoTramiteArco');
const decideTramiteArco = caller<typeof contract.decideTramiteArco>('decideTramiteArco');
const confirmTramiteArco = caller<typeof contract.confirmTramiteArco>('confirmTramiteArco');

const OLD = [
  listTramitesArcoPropios,
  listTramitesArco,
  getTramiteArco,
  { callName: 'listPendientes' },
];
const forgets = (path: string, { id }: { id: string }) =>
  [mesaPath, tramitePath(id), tramitePropioPath(id)].includes(path);

export const useTramitesPropios = () => useCall(listTramitesArcoPropios, null);
export const useRequestTramite = () => useCallMutation(requestTramiteArco, { invalidates: OLD });
export const useWithdrawTramite = () => useCallMutation(withdrawTramiteArco, { invalidates: OLD });

/** One of them. Reading another's leaves a note in the history: it is asked for once, not at each look. */
export const useTramite = (id: string) =>
  useCall(
    getTramiteArco,
    { id },
    { staleTime: 60_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

/** What waits for an answer, or all, as the address asks for it. */
export const useMesa = (todas: boolean) => {
  const state = useTableState({ sortable: ['venceEn'], sort: { id: 'venceEn', desc: false } });
  const query = useTableQuery(listTramitesArco, {
    todas,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query };
};

export const useCreateTramite = () =>
  useCallMutation(createTramiteArco, { invalidates: OLD, forgets });
export const useExtendTramite = () => useCallMutation(updatePlazoTramiteArco, { invalidates: OLD });
export const useAnswerTramite = () => useCallMutation(decideTramiteArco, { invalidates: OLD });
export const useFulfilTramite = () => useCallMutation(confirmTramiteArco, { invalidates: OLD });

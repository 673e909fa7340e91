import type { InputOf } from '../../../../platform/shared/callable.ts';
import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { useTableQuery, useTableState } from '../../../../platform/web/table/index.ts';
import { personPath } from '../../routes.ts';
import type * as contract from '../contract.ts';
import { fusionesPath, fusionPath } from '../routes.ts';

const listFusiones = caller<typeof contract.listFusiones>('listFusiones');
const getFusion = caller<typeof contract.getFusion>('getFusion');
const decideFusion = caller<typeof contract.decideFusion>('decideFusion');
const cancelFusion = caller<typeof contract.cancelFusion>('cancelFusion');
const OLD = [listFusiones, getFusion, { callName: 'getPersona' }, { callName: 'listUsuarios' }];

/** The queue, as the address asks for it. */
export const useFusiones = () => {
  const state = useTableState({
    sortable: ['propuestaEn'],
    sort: { id: 'propuestaEn', desc: false },
  });
  const query = useTableQuery(listFusiones, {
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query };
};

/** One of them. Reading two files leaves a note in the history: it is asked for once, not at each look. */
export const useFusion = (id: string) =>
  useCall(
    getFusion,
    { id },
    { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

/** Confirms or rejects one; the queue, its page and both files are shown anew. */
export const useDecideFusion = () =>
  useCallMutation(decideFusion, {
    invalidates: OLD,
    forgets: (path, { id }: InputOf<typeof contract.decideFusion>, { clave }) =>
      path === fusionPath(id) ||
      path === fusionesPath ||
      (clave !== null && path === personPath(clave)),
  });

/** Takes back one's own. */
export const useCancelFusion = () =>
  useCallMutation(cancelFusion, {
    invalidates: OLD,
    forgets: (path, { id }) => path === fusionPath(id) || path === fusionesPath,
  });

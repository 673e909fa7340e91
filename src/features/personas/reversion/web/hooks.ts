import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { useTableQuery, useTableState } from '../../../../platform/web/table/index.ts';
import { personPath } from '../../routes.ts';
import type * as contract from '../contract.ts';
import { fusionesHechasPath, fusionHechaPath } from '../routes.ts';

const listFusionesHechas = caller<typeof contract.listFusionesHechas>('listFusionesHechas');
const getFusionHecha = caller<typeof contract.getFusionHecha>('getFusionHecha');
const undoFusionHecha = caller<typeof contract.undoFusionHecha>('undoFusionHecha');

/** The merges that can still be undone. */
export const useFusionesHechas = () => {
  const state = useTableState({ sortable: ['hechaEn'], sort: { id: 'hechaEn', desc: true } });
  const query = useTableQuery(listFusionesHechas, {
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query };
};

/** One of them. Reading two files leaves a note in the history: it is asked for once, not at each look. */
export const useFusionHecha = (id: string) =>
  useCall(
    getFusionHecha,
    { id },
    { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

/** Undoes it; both files are shown anew. */
export const useUndoFusionHecha = () =>
  useCallMutation(undoFusionHecha, {
    invalidates: [
      listFusionesHechas,
      getFusionHecha,
      { callName: 'getPersona' },
      { callName: 'listUsuarios' },
    ],
    forgets: (path, { id }, { clave }) =>
      path === fusionHechaPath(id) || path === fusionesHechasPath || path === personPath(clave),
  });

import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../../contract.ts';

const previewSupresionArco = caller<typeof contract.previewSupresionArco>('previewSupresionArco');
const confirmSupresionArco = caller<typeof contract.confirmSupresionArco>('confirmSupresionArco');

/** What it would do. It leaves a note in the history: it is asked for once, not at each look. */
export const useEnsayoSupresion = (id: string) =>
  useCall(
    previewSupresionArco,
    { id },
    { staleTime: 60_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

/** Does it: all that was about that person is asked for anew. */
export const useConfirmSupresion = () =>
  useCallMutation(confirmSupresionArco, {
    invalidates: [
      { callName: 'getTramiteArco' },
      { callName: 'listTramitesArco' },
      { callName: 'listPersonas' },
      { callName: 'getPersona' },
      { callName: 'listUsuarios' },
      { callName: 'listPendientes' },
    ],
  });

import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const listEntregasTramiteArco =
  caller<typeof contract.listEntregasTramiteArco>('listEntregasTramiteArco');
const requestEntregaTramiteArco = caller<typeof contract.requestEntregaTramiteArco>(
  'requestEntregaTramiteArco',
);
const sendEnlaceEntrega = caller<typeof contract.sendEnlaceEntrega>('sendEnlaceEntrega');
const createDescargaEntrega =
  caller<typeof contract.createDescargaEntrega>('createDescargaEntrega');

const EACH_MS = 5_000;

/** The copies of a request; while one is being made they are asked for again. */
export const useEntregas = (id: string) =>
  useCall(
    listEntregasTramiteArco,
    { id },
    { refetchInterval: ({ state }) => (state.data?.enCurso ? EACH_MS : false) },
  );

export const useRequestEntrega = () =>
  useCallMutation(requestEntregaTramiteArco, {
    invalidates: [listEntregasTramiteArco, { callName: 'listTrabajos' }],
  });

export const useSendEnlace = () => useCallMutation(sendEnlaceEntrega);
export const useDescargaEntrega = () => useCallMutation(createDescargaEntrega);

import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const listCopiasDatos = caller<typeof contract.listCopiasDatos>('listCopiasDatos');
const requestCopiaDatos = caller<typeof contract.requestCopiaDatos>('requestCopiaDatos');
const getCopiaDatos = caller<typeof contract.getCopiaDatos>('getCopiaDatos');
const createDescargaCopia = caller<typeof contract.createDescargaCopia>('createDescargaCopia');

const EACH_MS = 5_000;

/** One's copies; while one is being made they are asked for again. */
export const useCopias = () =>
  useCall(listCopiasDatos, null, {
    refetchInterval: ({ state }) => (state.data?.enCurso ? EACH_MS : false),
  });

/** Asks for a copy; the tray shows how far it is. */
export const useRequestCopia = () =>
  useCallMutation(requestCopiaDatos, {
    invalidates: [listCopiasDatos, { callName: 'listTrabajos' }],
  });

export const useCopia = (id: string) => useCall(getCopiaDatos, { id });

/** Where a copy is downloaded, for whoever shows who they are. */
export const useDescarga = () => useCallMutation(createDescargaCopia);

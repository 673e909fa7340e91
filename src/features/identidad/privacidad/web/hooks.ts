import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const acceptTextos = caller<typeof contract.acceptTextos>('acceptTextos');
const listAceptaciones = caller<typeof contract.listAceptaciones>('listAceptaciones');

export const useAcceptTextos = () =>
  useCallMutation(acceptTextos, { invalidates: [listAceptaciones] });
export const useAceptaciones = () => useCall(listAceptaciones, null);

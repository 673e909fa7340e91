import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const acceptTextosLegales = caller<typeof contract.acceptTextosLegales>('acceptTextosLegales');
const listAceptacionesTextos =
  caller<typeof contract.listAceptacionesTextos>('listAceptacionesTextos');

export const useAcceptTextos = () =>
  useCallMutation(acceptTextosLegales, { invalidates: [listAceptacionesTextos] });
export const useAceptaciones = () => useCall(listAceptacionesTextos, null);

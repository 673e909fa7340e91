import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type { acceptLugarPosgrado, getLugarPosgrado } from '../contract.ts';

const getCall = caller<typeof getLugarPosgrado>('getLugarPosgrado');
const acceptCall = caller<typeof acceptLugarPosgrado>('acceptLugarPosgrado');

export const useLugar = (solicitudId: string) => useCall(getCall, { solicitudId });
/** The application changes with its seat. */
export const useAcceptLugar = (onSuccess: () => void) =>
  useCallMutation(acceptCall, {
    invalidates: [getCall, { callName: 'getSolicitud' }, { callName: 'listPendientes' }],
    onSuccess,
  });

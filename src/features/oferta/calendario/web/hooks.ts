import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type {
  getCalendarioPropio,
  renewCalendarioPropio,
  setEdicionCalendario,
  withdrawCalendarioPropio,
} from '../contract.ts';

const getCalendarioCall = caller<typeof getCalendarioPropio>('getCalendarioPropio');
const renewCalendarioCall = caller<typeof renewCalendarioPropio>('renewCalendarioPropio');
const withdrawCalendarioCall = caller<typeof withdrawCalendarioPropio>('withdrawCalendarioPropio');
const setEdicionCall = caller<typeof setEdicionCalendario>('setEdicionCalendario');

export const useCalendarioPropio = () => useCall(getCalendarioCall, null);
export const useRenewCalendario = () =>
  useCallMutation(renewCalendarioCall, { invalidates: [getCalendarioCall] });
export const useWithdrawCalendario = () =>
  useCallMutation(withdrawCalendarioCall, { invalidates: [getCalendarioCall] });
export const useSetEdicion = () =>
  useCallMutation(setEdicionCall, { invalidates: [getCalendarioCall] });

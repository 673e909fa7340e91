import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const getFactor = caller<typeof contract.getFactor>('getFactor');
const startFactor = caller<typeof contract.startFactor>('startFactor');
const confirmFactor = caller<typeof contract.confirmFactor>('confirmFactor');
const renewCodigosRecuperacion = caller<typeof contract.renewCodigosRecuperacion>(
  'renewCodigosRecuperacion',
);
const disableFactor = caller<typeof contract.disableFactor>('disableFactor');

/** Of the sessions: each of these changes ends the other ones. */
const listSesiones = { callName: 'listSesiones' };

export const useFactor = () => useCall(getFactor, null);
export const useStartFactor = () => useCallMutation(startFactor);
export const useConfirmFactor = () =>
  useCallMutation(confirmFactor, { invalidates: [getFactor, listSesiones] });
export const useRenewRecuperacion = () =>
  useCallMutation(renewCodigosRecuperacion, { invalidates: [getFactor, listSesiones] });
export const useDisableFactor = () =>
  useCallMutation(disableFactor, { invalidates: [getFactor, listSesiones] });

import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../../contract.ts';

const listSesiones = caller<typeof contract.listSesiones>('listSesiones');
const endSesion = caller<typeof contract.endSesion>('endSesion');
const endOtherSesiones = caller<typeof contract.endOtherSesiones>('endOtherSesiones');

export const useSesiones = () => useCall(listSesiones, null);
export const useEndSesion = () => useCallMutation(endSesion, { invalidates: [listSesiones] });
export const useEndOtherSesiones = () =>
  useCallMutation(endOtherSesiones, { invalidates: [listSesiones] });

import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const getAvisosPropios = caller<typeof contract.getAvisosPropios>('getAvisosPropios');
const saveAvisosPropios = caller<typeof contract.saveAvisosPropios>('saveAvisosPropios');

export const useAvisos = () => useCall(getAvisosPropios, null);
export const useSaveAvisos = () =>
  useCallMutation(saveAvisosPropios, { invalidates: [getAvisosPropios] });

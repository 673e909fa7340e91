import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const listCall = caller<typeof contract.listTextosCartas>('listTextosCartas');
const versionesCall = caller<typeof contract.listVersionesTextoCarta>('listVersionesTextoCarta');
const saveCall = caller<typeof contract.saveTextoCarta>('saveTextoCarta');
const resetCall = caller<typeof contract.resetTextoCarta>('resetTextoCarta');

const WRITTEN = { invalidates: [listCall, versionesCall] };

export const useTextos = () => useCall(listCall, null);
export const useVersiones = (clave: string) => useCall(versionesCall, { clave });
export const useSaveTexto = () => useCallMutation(saveCall, WRITTEN);
export const useResetTexto = () => useCallMutation(resetCall, WRITTEN);

import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const getAccesibilidadPropia =
  caller<typeof contract.getAccesibilidadPropia>('getAccesibilidadPropia');
const saveAccesibilidadPropia =
  caller<typeof contract.saveAccesibilidadPropia>('saveAccesibilidadPropia');
const getAccesibilidadPersona =
  caller<typeof contract.getAccesibilidadPersona>('getAccesibilidadPersona');

export const useAccesibilidad = () => useCall(getAccesibilidadPropia, null);
export const useSaveAccesibilidad = () =>
  useCallMutation(saveAccesibilidadPropia, { invalidates: [getAccesibilidadPropia] });
/** Asked for with a reason, and kept nowhere. */
export const useGetAccesibilidadDe = () => useCallMutation(getAccesibilidadPersona);

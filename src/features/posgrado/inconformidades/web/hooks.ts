import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type {
  listPropias,
  submitInconformidad,
  Tramite,
  withdrawInconformidad,
} from '../contract.ts';

const listCall = caller<typeof listPropias>('listInconformidadesPropias');
const submitCall = caller<typeof submitInconformidad>('submitInconformidadPosgrado');
const withdrawCall = caller<typeof withdrawInconformidad>('withdrawInconformidadPosgrado');
const SHOWN = [listCall];

export const useInconformidades = (tramite: Tramite, tramiteId: string) =>
  useCall(listCall, { tramite, tramiteId });
export const useSubmitInconformidad = () => useCallMutation(submitCall, { invalidates: SHOWN });
export const useWithdrawInconformidad = () => useCallMutation(withdrawCall, { invalidates: SHOWN });

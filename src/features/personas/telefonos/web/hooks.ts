import { caller } from '../../../../platform/web/callables/client.ts';
import { useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const requestCodigoTelefono =
  caller<typeof contract.requestCodigoTelefono>('requestCodigoTelefono');
const confirmTelefono = caller<typeof contract.confirmTelefono>('confirmTelefono');
const getApartadosPersona = { callName: 'getApartadosPersona' };

export const useRequestCodigo = () =>
  useCallMutation(requestCodigoTelefono, { invalidates: [getApartadosPersona] });
export const useConfirmTelefono = () =>
  useCallMutation(confirmTelefono, { invalidates: [getApartadosPersona] });

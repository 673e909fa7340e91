import { CallError } from '../../../../platform/shared/errors.ts';
import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';
import { ERRORES } from '../errors.ts';

const getApartadosPersona = caller<typeof contract.getApartadosPersona>('getApartadosPersona');
const saveEntradaPersona = caller<typeof contract.saveEntradaPersona>('saveEntradaPersona');
const deleteEntradaPersona = caller<typeof contract.deleteEntradaPersona>('deleteEntradaPersona');

/** All that shows what a file says; home is another feature's. */
const SHOWN = [getApartadosPersona, { callName: 'listPendientes' }, { callName: 'listOfertas' }];

/**
 * What the file says. Asked for once the file itself came: whoever may not see it does not ask twice, and staff leave
 * one note of their reading.
 */
export const useApartados = (clave: string, enabled: boolean) =>
  useCall(getApartadosPersona, { clave }, { enabled });

export const useSaveEntrada = () => useCallMutation(saveEntradaPersona, { invalidates: SHOWN });
export const useDeleteEntrada = () => useCallMutation(deleteEntradaPersona, { invalidates: SHOWN });

/** What was saved meanwhile, when that is what went wrong. */
export const cambioPrevioOf = (error: unknown): contract.CambioPrevio | null =>
  error instanceof CallError && error.details?.code === ERRORES.cambio.code
    ? (error.details as unknown as contract.CambioPrevio)
    : null;

/** Whether what was edited was taken away meanwhile. */
export const isQuitada = (error: unknown): boolean =>
  error instanceof CallError && error.details?.code === ERRORES.noExiste.code;

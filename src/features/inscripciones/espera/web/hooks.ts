import { caller } from '../../../../platform/web/callables/client.ts';
import { useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type { getInscripcion, listMatricula } from '../../contract.ts';
import type { listOfertas } from '../../ofertas/contract.ts';
import type { acceptLugarInscripcion, withdrawInscripcion } from '../contract.ts';

const acceptCall = caller<typeof acceptLugarInscripcion>('acceptLugarInscripcion');
const withdrawCall = caller<typeof withdrawInscripcion>('withdrawInscripcion');

/** What shows how an inscripción of one's own stands. */
const SHOWN = [
  caller<typeof getInscripcion>('getInscripcion'),
  caller<typeof listMatricula>('listMatricula'),
  caller<typeof listOfertas>('listOfertas'),
];

/** Takes the seat that was offered. */
export const useAcceptLugar = (onSuccess: () => void) =>
  useCallMutation(acceptCall, { invalidates: SHOWN, onSuccess });

/** Leaves a seat, the line or the review. */
export const useWithdrawInscripcion = (onSuccess: () => void) =>
  useCallMutation(withdrawCall, { invalidates: SHOWN, onSuccess });

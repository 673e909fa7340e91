import { caller, messageOf } from '../../../../platform/web/callables/client.ts';
import { useCallMutation, useInvalidate } from '../../../../platform/web/callables/hooks.ts';
import { notify } from '../../../../platform/web/feedback/index.ts';
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

/** Takes the seat that was offered; when it is theirs no more, why is said and how they stand now is asked for. */
export const useAcceptLugar = (onSuccess: () => void) => {
  const accept = useCallMutation(acceptCall, { invalidates: SHOWN, onSuccess });
  const invalidate = useInvalidate();
  const onError = (error: Error) => {
    notify.error(messageOf(error));
    void invalidate(...SHOWN);
  };
  return { busy: accept.isPending, accept: (id: string) => accept.mutate({ id }, { onError }) };
};

/** Leaves a seat, the line or the review. */
export const useWithdrawInscripcion = (onSuccess: () => void) =>
  useCallMutation(withdrawCall, { invalidates: SHOWN, onSuccess });

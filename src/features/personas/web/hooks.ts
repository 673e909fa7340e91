import { caller } from '../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../platform/web/callables/hooks.ts';
import type { getPersona, reviewDiscrepanciasPersona } from '../perfil/contract.ts';

const getPersonaCall = caller<typeof getPersona>('getPersona');
const reviewDiscrepanciasPersonaCall = caller<typeof reviewDiscrepanciasPersona>(
  'reviewDiscrepanciasPersona',
);

/** The file. Reading another's leaves a note in the history: it is asked for once, not at each look. */
export const usePersona = (clave: string) =>
  useCall(
    getPersonaCall,
    { clave },
    { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

/** Staff looked at what disagrees with the CURP. */
export const useReviewDiscrepancias = () =>
  useCallMutation(reviewDiscrepanciasPersonaCall, { invalidates: [getPersonaCall] });

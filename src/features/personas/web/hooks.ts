import { caller } from '../../../platform/web/callables/client.ts';
import { useCall } from '../../../platform/web/callables/hooks.ts';
import type { getPersona } from '../perfil/contract.ts';

const getPersonaCall = caller<typeof getPersona>('getPersona');

/** The file. Reading another's leaves a note in the history: it is asked for once, not at each look. */
export const usePersona = (curp: string) =>
  useCall(
    getPersonaCall,
    { curp },
    { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

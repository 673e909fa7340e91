import { caller } from '../../../platform/web/callables/client.ts';
import { useCall } from '../../../platform/web/callables/hooks.ts';
import type { listCursosPersona } from '../contract.ts';

const listCursosCall = caller<typeof listCursosPersona>('listCursosPersona');
const MINUTE = 60_000;

/** What somebody takes. Looking at another's leaves a note in the history: it is asked for once, not at each look. */
export const useCursos = (clave: string, propia: boolean) =>
  useCall(
    listCursosCall,
    { clave },
    propia ? {} : { staleTime: MINUTE, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

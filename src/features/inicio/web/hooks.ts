import { caller } from '../../../platform/web/callables/client.ts';
import { useCall } from '../../../platform/web/callables/hooks.ts';
import type { listPendientes } from '../contract.ts';

const listPendientesCall = caller<typeof listPendientes>('listPendientes');

/** What waits for who is in: their own, and the school's work that they may do. */
export const usePendientes = () => useCall(listPendientesCall, null, { staleTime: 0 });

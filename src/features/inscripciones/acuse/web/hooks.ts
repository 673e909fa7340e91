import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall } from '../../../../platform/web/callables/hooks.ts';
import type { getAcuse } from '../contract.ts';

const getAcuseCall = caller<typeof getAcuse>('getAcuse');
export type Acuse = Awaited<ReturnType<typeof getAcuseCall>>;

/** What an acuse says to who has its key; to anyone else, that it exists. */
export const useAcuse = (folio: string, clave: string | null) =>
  useCall(getAcuseCall, clave ? { folio, clave } : { folio }, { staleTime: 0 });

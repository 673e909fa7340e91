import { caller } from '../../../../platform/web/callables/client.ts';
import type { getAcuse } from '../contract.ts';

/** What an acuse says to who has its key; to anyone else, that it exists. */
export const getAcuseCall = caller<typeof getAcuse>('getAcuse');
export type Acuse = Awaited<ReturnType<typeof getAcuseCall>>;

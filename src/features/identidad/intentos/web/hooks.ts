import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const listIntentosFallidos = caller<typeof contract.listIntentosFallidos>('listIntentosFallidos');

export const useIntentos = () => useCall(listIntentosFallidos, null);

import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall } from '../../../../platform/web/callables/hooks.ts';
import type { listOfertas } from '../contract.ts';

const listOfertasCall = caller<typeof listOfertas>('listOfertas');

/** Editions open for enrolment or about to open, with the person's own state in each. */
export const useOfertas = () => useCall(listOfertasCall, {});

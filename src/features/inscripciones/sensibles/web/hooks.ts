import { caller } from '../../../../platform/web/callables/client.ts';
import { useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type { getSensibles } from '../contract.ts';

const getSensiblesCall = caller<typeof getSensibles>('getSensibles');
export type Sensibles = Awaited<ReturnType<typeof getSensiblesCall>>;

/** Each asking is a reading that stays written: it is done on purpose, never by a screen on its own. */
export const useGetSensibles = () => useCallMutation(getSensiblesCall);

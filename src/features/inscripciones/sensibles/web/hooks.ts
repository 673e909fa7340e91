import { caller } from '../../../../platform/web/callables/client.ts';
import { useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type { getRespuestasSensibles } from '../contract.ts';

const getSensiblesCall = caller<typeof getRespuestasSensibles>('getRespuestasSensibles');
export type Sensibles = Awaited<ReturnType<typeof getSensiblesCall>>;

/** Each asking is a reading that stays written: it is done on purpose, never by a screen on its own. */
export const useGetSensibles = () => useCallMutation(getSensiblesCall);

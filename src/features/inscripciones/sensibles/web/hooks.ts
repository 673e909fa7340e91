import { caller } from '../../../../platform/web/callables/client.ts';
import { useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type { getRespuestasSensibles } from '../contract.ts';

const getRespuestasSensiblesCall = caller<typeof getRespuestasSensibles>('getRespuestasSensibles');
export type Sensibles = Awaited<ReturnType<typeof getRespuestasSensiblesCall>>;

/** Each asking is a reading that stays written: it is done on purpose, never by a screen on its own. */
export const useGetRespuestasSensibles = () => useCallMutation(getRespuestasSensiblesCall);

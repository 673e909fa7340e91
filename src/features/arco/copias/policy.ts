import type { Policy, Quien } from '../../../platform/shared/actor.ts';
import { isSignedIn } from '../../../platform/shared/policy.ts';

/** Whoever has an account asks for a copy of what there is of them. */
export const canAskCopia: Policy = isSignedIn;

/**
 * Whose a copy is: of the account that it is of, which it says all about; one that is of a file alone, of whoever has
 * that file. A file that is somebody else's now takes no copy of the account along that it had.
 */
export const isSuCopia = (
  quien: Pick<Quien, 'personaId'> & { uid: string },
  copia: { uid: string | null; persona_id: string | null },
): boolean =>
  copia.uid === null
    ? copia.persona_id !== null && copia.persona_id === quien.personaId
    : copia.uid === quien.uid;

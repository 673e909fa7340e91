import type { Policy, Quien } from '../../platform/shared/actor.ts';
import { isAdmin, isSignedIn, isStaff } from '../../platform/shared/policy.ts';

/** Staff see what was issued, issue, suspend, revoke and reissue; about themselves nobody does (the handlers look). */
export const canIssueEmitidos: Policy = isStaff;

/** What one was issued, anybody with an account sees. */
export const canReadEmitidosPropios: Policy = isSignedIn;

/** Whether one may see that document: it is theirs, or they are of the staff. */
export const canReadEmitido = (quien: Quien | null, personaId: string): boolean =>
  isStaff(quien) || (isSignedIn(quien) && quien?.personaId === personaId);

/** Staff see how documents look, and choose among it when they issue one. */
export const canReadDisenos: Policy = isStaff;

/** How they look is for whoever administers to say. */
export const canWriteDisenos: Policy = isAdmin;

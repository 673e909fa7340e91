import type { Policy, Quien } from '../../../platform/shared/actor.ts';
import { isSignedIn, isStaff } from '../../../platform/shared/policy.ts';

/** Whether it is the actor's own file (by its id; null when there is none), or staff who ask. */
export const canReadPersona = (quien: Quien | null, personaId: string | null): boolean =>
  isStaff(quien) || (isSignedIn(quien) && personaId !== null && quien?.personaId === personaId);

/** Who may say that the data that disagree with a CURP were looked at. */
export const canReviewDiscrepancias: Policy = isStaff;

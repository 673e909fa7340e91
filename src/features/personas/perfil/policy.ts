import type { Actor } from '../../../platform/shared/actor.ts';
import { isSignedIn, isStaff } from '../../identidad/policy.ts';

/** Whether it is the actor's own file (by its id; null when there is none), or staff who ask. */
export const canReadPersona = (actor: Actor | null, personaId: string | null): boolean =>
  isStaff(actor) || (isSignedIn(actor) && personaId !== null && actor?.personaId === personaId);

/** Who may say that the data that disagree with a CURP were looked at. */
export const canReviewDiscrepancias = (actor: Actor | null): boolean => isStaff(actor);

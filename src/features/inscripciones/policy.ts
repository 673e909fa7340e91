import type { Policy } from '../../platform/shared/actor.ts';
import { isSignedIn } from '../../platform/shared/policy.ts';

/**
 * Enrolling, and seeing one's own history: any account with a verified email. Whose file it is
 * comes from the session (`actor.personaId`), never from the request.
 */
export const canUseOwnInscripciones: Policy = isSignedIn;

import type { Policy } from '../../platform/shared/actor.ts';
import { isAdmin, isSignedIn } from '../../platform/shared/policy.ts';

/**
 * Enrolling, and seeing one's own history: any account with a verified email. Whose file it is
 * comes from the session (`actor.personaId`), never from the request.
 */
export const canUseOwnInscripciones: Policy = isSignedIn;

/** Who sees what everybody sent with a plantilla, and decides on it: whoever keeps the plantillas. */
export const canDecideInscripciones: Policy = isAdmin;

import type { Policy } from '../../platform/shared/actor.ts';
import { isSignedIn } from '../../platform/shared/policy.ts';

/** The offer is for anyone who has signed in with a verified email. */
export const canSeeOferta: Policy = isSignedIn;

import type { Policy } from '../../platform/shared/actor.ts';
import { isSignedIn } from '../../platform/shared/policy.ts';

/** Everybody keeps their own; nobody sees another's. */
export const canKeepVistas: Policy = isSignedIn;

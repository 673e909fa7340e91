import type { Policy } from '../../platform/shared/actor.ts';
import { isSignedIn, isStaff } from '../../platform/shared/policy.ts';

/** What somebody takes: the person's own, and anybody's for staff (whose it is, the service says). */
export const canReadCursos: Policy = isSignedIn;

/** Materials of an edition: those who have a place in it, and staff (the service looks). */
export const canReadMateriales: Policy = isSignedIn;

export const canSaveMateriales: Policy = isStaff;

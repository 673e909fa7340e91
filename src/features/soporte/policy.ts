import type { Policy } from '../../platform/shared/actor.ts';
import { isAdmin, isSignedIn, isStaff } from '../../platform/shared/policy.ts';

/** Asking the school, and one's own conversations. */
export const canAskSoporte: Policy = isSignedIn;

/** The inbox: nobody attends their own conversation. */
export const canAttendSoporte: Policy = isStaff;

/** Opening hours and canned answers. */
export const canConfigureSoporte: Policy = isAdmin;

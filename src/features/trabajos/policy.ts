import { isAdmin, isSignedIn, isStaff } from '../../platform/shared/policy.ts';

/** Following one's own long work, cancelling it and asking for it again. */
export const canUseTrabajos = isSignedIn;

/** Everybody's, too. */
export const canSeeAllTrabajos = isAdmin;

/** Who asks for long work every day: their tray is there also when it is empty. */
export const keepsTrabajos = isStaff;

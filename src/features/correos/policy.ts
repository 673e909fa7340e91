import type { Policy } from '../../platform/shared/actor.ts';
import { isAdmin, isSignedIn } from '../../platform/shared/policy.ts';

/** Only an Admin sees to whom the portal writes, and has it written again. */
export const canManageCorreos: Policy = isAdmin;

/** Everybody chooses for their own account what comes to them by mail. */
export const canChooseAvisos: Policy = isSignedIn;

/** Everybody who is signed in hears what happened to them. */
export const canReadNotificaciones: Policy = isSignedIn;

/** Only an Admin writes the texts of letters. */
export const canWriteCartas: Policy = isAdmin;

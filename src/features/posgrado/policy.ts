import type { Policy } from '../../platform/shared/actor.ts';
import { isAdmin, isSignedIn, isStaff } from '../../platform/shared/policy.ts';

/** Applying, and seeing one's own applications: whose they are comes from the session. */
export const canApplyPosgrado: Policy = isSignedIn;

/**
 * Being an evaluator is a relation to a call, not a role: any account may ask, and `requireEvaluador` says of which calls it is
 * one.
 */
export const canEvaluatePosgrado: Policy = isSignedIn;

/** The staff's side of a call. Besides, `requireAjeno`: nobody who applies or recommends there sees any of it. */
export const canManagePosgrado: Policy = isStaff;

/** Publishing a call or results, excluding, reconsidering: with a second person. */
export const canDecidePosgrado: Policy = isAdmin;

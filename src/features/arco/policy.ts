import type { Policy } from '../../platform/shared/actor.ts';
import { isAdmin, isSignedIn, isStaff } from '../../platform/shared/policy.ts';

/** Whoever has an account asks by right about their own data. */
export const canAskArco: Policy = isSignedIn;

/** Staff see what was asked and answer; about their own data nobody does (the handler looks). */
export const canAnswerArco: Policy = isStaff;

/** Erasing what there is of somebody cannot be undone: only whoever administers the portal does it. */
export const canSuprimir: Policy = isAdmin;

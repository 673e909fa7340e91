import type { Policy } from '../../platform/shared/actor.ts';
import { isSignedIn, isStaff } from '../../platform/shared/policy.ts';

/** Whoever has an account asks by right about their own data. */
export const canAskArco: Policy = isSignedIn;

/** Staff see what was asked and answer; about their own data nobody does (the handler looks). */
export const canAnswerArco: Policy = isStaff;

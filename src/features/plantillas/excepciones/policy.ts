import type { Policy } from '../../../platform/shared/actor.ts';
import { isStaff } from '../../../platform/shared/policy.ts';

/** Staff ask for exceptions and decide on those of others; on one's own file, or on what one asked for, nobody does. */
export const canManageExcepciones: Policy = isStaff;

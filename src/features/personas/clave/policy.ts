import type { Policy } from '../../../platform/shared/actor.ts';
import { isStaff } from '../../../platform/shared/policy.ts';

/** Who may give a CURP to a person without one, or merge their file with the one that has it. */
export const canAssignCurp: Policy = isStaff;

import type { Policy } from '../../platform/shared/actor.ts';
import { isAdmin, isStaff } from '../../platform/shared/policy.ts';

/** Who reads what the school gives, as it keeps it: courses and editions with all that is said of them. */
export const canReadOferta: Policy = isStaff;

/** Who changes it. */
export const canEditOferta: Policy = isAdmin;

import type { Policy } from '../../platform/shared/actor.ts';
import { isAdmin } from '../../platform/shared/policy.ts';

/** Only an Admin sees to whom the portal writes, and has it written again. */
export const canManageCorreos: Policy = isAdmin;

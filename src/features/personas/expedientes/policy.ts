import type { Policy } from '../../../platform/shared/actor.ts';
import { isStaff } from '../../../platform/shared/policy.ts';

/** Who may look for the files of others. */
export const canListPersonas: Policy = isStaff;

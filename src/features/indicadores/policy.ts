import { isStaff } from '../../platform/shared/policy.ts';

/** Who sees the school's figures. */
export const canSeeIndicadores = isStaff;

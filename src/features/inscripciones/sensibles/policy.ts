import type { Policy } from '../../../platform/shared/actor.ts';
import { isStaff } from '../../../platform/shared/policy.ts';

/** Who may read somebody's sensitive answers: staff, who attend to them. One's own are in one's form. */
export const canReadSensibles: Policy = isStaff;

import { canAssignCurp } from '../clave/policy.ts';

/** Whoever may propose that two files be one looks at those that seem to be. */
export const canReviewDuplicados = canAssignCurp;

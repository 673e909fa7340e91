import { canAssignCurp } from '../clave/policy.ts';

/** Whoever may propose a merge sees the queue, and confirms or rejects what others proposed. */
export const canDecideFusiones = canAssignCurp;

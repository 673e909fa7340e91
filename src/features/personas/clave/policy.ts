import type { Actor } from '../../../platform/shared/actor.ts';
import { isStaff } from '../../identidad/policy.ts';

/** Who may give a CURP to a person without one, or merge their file with the one that has it. */
export const canAssignCurp = (actor: Actor | null): boolean => isStaff(actor);

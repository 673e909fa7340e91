import type { Actor } from '../../../platform/shared/actor.ts';
import { isStaff } from '../../identidad/policy.ts';

/** Who may read somebody's sensitive answers: staff, who attend to them. One's own are in one's form. */
export const canReadSensibles = (actor: Actor | null): boolean => isStaff(actor);

import type { Actor } from '../../../platform/shared/actor.ts';
import { isSignedIn, isStaff } from '../../identidad/policy.ts';

/** Whether that key (CURP or `SC…`) is of the actor's own file, or of one that staff may see. */
export const canReadPersona = (actor: Actor | null, clave: string): boolean =>
  isStaff(actor) || (isSignedIn(actor) && actor?.curp === clave);

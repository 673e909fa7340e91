import type { Policy } from '../../../platform/shared/actor.ts';
import { isSignedIn, isStaff } from '../../../platform/shared/policy.ts';

/** Whoever has a file says in it what they need. */
export const canSaveAccesibilidad: Policy = (quien) =>
  quien !== null && isSignedIn(quien) && quien.personaId !== null;

/**
 * Who may read what somebody needs: Control Escolar, which prepares rooms, materials and evaluations. Not who
 * administers the portal: they have nothing to prepare.
 */
export const canReadAccesibilidad: Policy = (quien) =>
  quien !== null && isStaff(quien) && quien.role === 'Escolar';

import type { Policy } from '../../platform/shared/actor.ts';
import { isAdmin, isSignedIn, isStaff } from '../../platform/shared/policy.ts';

/** Whoever has entered sees the routes that are published, and their own progress in them. */
export const canSeeRutas: Policy = isSignedIn;

/** Whoever has a file begins one. */
export const canStartRuta: Policy = (quien) =>
  quien !== null && isSignedIn(quien) && quien.personaId !== null;

/** Admins say what a route is made of. */
export const canEditRutas: Policy = isAdmin;

/** Staff see who is in a route and how far. */
export const canSeePersonasDeRuta: Policy = isStaff;

import type { Actor } from '../../platform/shared/actor.ts';

/** Somebody with a verified email and a full session. */
export const isSignedIn = (actor: Actor | null): boolean => actor !== null && !actor.restricted;

/** Any session, also the restricted one of a registration that is not finished. */
export const canFinishRegistro = (actor: Actor | null): boolean => actor !== null;

export const isAdmin = (actor: Actor | null): boolean =>
  isSignedIn(actor) && actor?.role === 'Admin';

/** Staff: Escolar or Admin. */
export const isStaff = (actor: Actor | null): boolean =>
  isSignedIn(actor) && (actor?.role === 'Escolar' || actor?.role === 'Admin');

/** Whoever is signed in, and whoever only lacks the second factor that their role demands. */
export const canManageFactor = (actor: Actor | null): boolean =>
  isSignedIn(actor) || actor?.faltaSegundoFactor === true;

import type { Actor } from '../../platform/shared/actor.ts';

/** Somebody with a verified email and a full session, whatever they have accepted. */
export const isVerified = (actor: Actor | null): boolean => actor !== null && !actor.restricted;

/** The same, who accepted the texts in force: all that the portal does for a person asks for it. */
export const isSignedIn = (actor: Actor | null): boolean =>
  isVerified(actor) && !actor?.faltaAceptar;

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

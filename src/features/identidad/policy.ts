import type { Policy, Role } from '../../platform/shared/actor.ts';

/** Somebody with a verified email and a full session, whatever they have accepted. */
export const isVerified: Policy = (quien) => quien !== null && !quien.restricted;

/** The same, who accepted the texts in force: all that the portal does for a person asks for it. */
export const isSignedIn: Policy = (quien) => isVerified(quien) && !quien?.faltaAceptar;

/** Any session, also the restricted one of a registration that is not finished. */
export const canFinishRegistro: Policy = (quien) => quien !== null;

/** Of an account that is looked at, not of who asks. */
export const isAdminRole = (role: Role | null): boolean => role === 'Admin';

/** The same: Escolar or Admin. */
export const isStaffRole = (role: Role | null): boolean => role === 'Escolar' || isAdminRole(role);

/** Whether an account with this role must have a second factor, `roles` being those that demand it. */
export const demandsFactor = (role: Role | null, roles: readonly Role[]): boolean =>
  role !== null && roles.includes(role);

export const isAdmin: Policy = (quien) =>
  quien !== null && isSignedIn(quien) && isAdminRole(quien.role);

/** Staff: Escolar or Admin. */
export const isStaff: Policy = (quien) =>
  quien !== null && isSignedIn(quien) && isStaffRole(quien.role);

/** Whoever is signed in, and whoever only lacks the second factor that their role demands. */
export const canManageFactor: Policy = (quien) =>
  isSignedIn(quien) || quien?.faltaSegundoFactor === true;

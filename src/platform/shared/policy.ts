import type { Policy, Role } from './actor.ts';

/** Somebody with a verified email and a full session, whatever they have accepted. */
export const isVerified: Policy = (quien) => quien !== null && !quien.restricted;

/** The same, who accepted the texts in force: all that the portal does for a person asks for it. */
export const isSignedIn: Policy = (quien) => isVerified(quien) && !quien?.faltaAceptar;

/** Of an account that is looked at, not of who asks. */
export const isAdminRole = (role: Role | null): boolean => role === 'Admin';

/** The same: Escolar or Admin. */
export const isStaffRole = (role: Role | null): boolean => role === 'Escolar' || isAdminRole(role);

export const isAdmin: Policy = (quien) =>
  quien !== null && isSignedIn(quien) && isAdminRole(quien.role);

/** Staff: Escolar or Admin. */
export const isStaff: Policy = (quien) =>
  quien !== null && isSignedIn(quien) && isStaffRole(quien.role);

import type { Policy, Role } from '../../platform/shared/actor.ts';
import { isSignedIn } from '../../platform/shared/policy.ts';

/** Any session, also the restricted one of a registration that is not finished. */
export const canFinishRegistro: Policy = (quien) => quien !== null;

/** Whether an account with this role must have a second factor, `roles` being those that demand it. */
export const demandsFactor = (role: Role | null, roles: readonly Role[]): boolean =>
  role !== null && roles.includes(role);

/** Whoever is signed in, and whoever only lacks the second factor that their role demands. */
export const canManageFactor: Policy = (quien) =>
  isSignedIn(quien) || quien?.faltaSegundoFactor === true;

import type { Policy } from '../../platform/shared/actor.ts';
import { isAdmin, isStaff } from '../../platform/shared/policy.ts';

/** Who may read what was done with somebody's file. */
export const canReadHistorialPersona: Policy = isStaff;

/** Who may also read what is of an account: its sessions and passwords, and from which address something was asked for. */
export const canReadSeguridad: Policy = isAdmin;

import type { Policy } from '../../platform/shared/actor.ts';
import { isSignedIn, isStaff } from '../../platform/shared/policy.ts';

/** Who records grades and attendance, and closes and corrects actas: of others, never their own. */
export const canRecordResultados: Policy = isStaff;

/** Who reads a kárdex: anybody their own, staff that of others (whose it is, the service says). */
export const canReadKardex: Policy = isSignedIn;

import type { Policy } from '../../platform/shared/actor.ts';
import { isAdmin, isSignedIn } from '../../platform/shared/policy.ts';

/** Whoever has signed in chooses from the catalogs. */
export const canReadCatalogos: Policy = isSignedIn;

/** Only an Admin changes them, and sees what is inactive. */
export const canEditCatalogos: Policy = isAdmin;

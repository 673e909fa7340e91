import type { Actor } from '../../platform/shared/actor.ts';
import { isAdmin, isSignedIn } from '../identidad/policy.ts';

/** Whoever has signed in chooses from the catalogs. */
export const canReadCatalogos = (actor: Actor | null): boolean => isSignedIn(actor);

/** Only an Admin changes them, and sees what is inactive. */
export const canEditCatalogos = (actor: Actor | null): boolean => isAdmin(actor);

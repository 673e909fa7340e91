import type { Policy } from '../../platform/shared/actor.ts';

/** The offer is for anyone who has signed in with a verified email. */
export const canSeeOfertas: Policy = (actor) => actor !== null && !actor.restricted;

import type { Policy } from '../../platform/shared/actor.ts';
import { isSignedIn, isStaff } from '../../platform/shared/policy.ts';

/** Whoever has a file asks to have it corrected. */
export const canRequestCorreccion: Policy = (quien) =>
  quien !== null && isSignedIn(quien) && quien.personaId !== null;

/** Staff see what waits and decide; on their own file nobody does (the handler looks). */
export const canDecideCorrecciones: Policy = isStaff;

import type { Policy } from '../../../platform/shared/actor.ts';
import { isSignedIn } from '../../../platform/shared/policy.ts';

/** Whoever has a file shows that its telephones are theirs: nobody does it for them. */
export const canVerifyTelefono: Policy = (quien) =>
  quien !== null && isSignedIn(quien) && quien.personaId !== null;

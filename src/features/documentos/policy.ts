import type { Policy, Quien } from '../../platform/shared/actor.ts';
import { isSignedIn, isStaff } from '../../platform/shared/policy.ts';

/** Whether it is the vault of the actor's own file (by its id; null when there is none), or staff who ask. */
export const canReadDocumentos = (quien: Quien | null, personaId: string | null): boolean =>
  isStaff(quien) || (isSignedIn(quien) && personaId !== null && quien?.personaId === personaId);

/** Whoever has a file keeps documents in it. */
export const canSaveDocumentos: Policy = (quien) =>
  quien !== null && isSignedIn(quien) && quien.personaId !== null;

/** Who may send a document: to their own vault, and staff to anybody's. */
export const canSendDocumentos: Policy = (quien) => canSaveDocumentos(quien) || isStaff(quien);

/** Whether somebody may send to the vault of that person. */
export const canSendDocumentosA = (quien: Quien | null, personaId: string | null): boolean =>
  canReadDocumentos(quien, personaId);

/** Staff look at what waits and decide; on their own documents nobody does (the handler looks). */
export const canReviewDocumentos: Policy = isStaff;

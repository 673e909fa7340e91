import type { Policy, Quien } from '../../platform/shared/actor.ts';
import { isSignedIn, isStaff } from '../../platform/shared/policy.ts';
import type { StorageRule } from '../../platform/shared/storage.ts';
import { DOCUMENTO_MAX_BYTES, DOCUMENTO_MAX_PAGES, DOCUMENTO_TYPES } from './rules.ts';

const MB = 1_048_576;

/** Whether it is the vault of the actor's own file (by its id; null when there is none), or staff who ask. */
export const canReadDocumentos = (quien: Quien | null, personaId: string | null): boolean =>
  isStaff(quien) || (isSignedIn(quien) && personaId !== null && quien?.personaId === personaId);

/** Whoever has a file keeps documents in it. */
export const canSaveDocumentos: Policy = (quien) =>
  quien !== null && isSignedIn(quien) && quien.personaId !== null;

/** Staff look at what waits and decide; on their own documents nobody does (the handler looks). */
export const canReviewDocumentos: Policy = isStaff;

const uidOf = (name: string): string => name.split('/')[1] ?? '';

/**
 * What is on its way to the vault: each account puts files in a folder of its own, from which the vault takes them at
 * once. Nobody reads or lists there, and what was not taken goes in a day.
 */
export const entradaFiles: StorageRule = {
  prefix: 'documentos/',
  isName: (name) => name.split('/').length === 3,
  canRead: () => false,
  canWrite: ({ actor }, { name, owner }) =>
    canSaveDocumentos(actor) && actor?.uid === uidOf(name) && owner === null,
  canDelete: ({ actor }, { name }) => isSignedIn(actor) && actor?.uid === uidOf(name),
  canList: () => false,
  secret: true,
  maxBytes: DOCUMENTO_MAX_BYTES,
  accept: DOCUMENTO_TYPES,
  maxPixels: 50_000_000,
  withoutMetadata: 'rewritten',
  maxPages: DOCUMENTO_MAX_PAGES,
  ttlSeconds: 86_400,
  urlSeconds: 60,
  quotaBytes: 100 * MB,
};

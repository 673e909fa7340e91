import { isAdmin, isSignedIn, isStaff } from '../../../platform/shared/policy.ts';
import type { StorageRule } from '../../../platform/shared/storage.ts';
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from '../archivos/rules.ts';
import { DIAS_IDENTIFICACION, uidOfIdentificacion } from './rules.ts';

const MB = 1_048_576;

/** Staff see the queue and decide; on their own account nobody does (the handler looks). */
export const canDecideVinculaciones = isStaff;

/** Taking a file from the account that has it, for the one that asks. */
export const canTakeExpediente = isAdmin;

/**
 * The identification that somebody shows so that staff confirm that a file is theirs: they put it there
 * and see it, staff see it, and it goes when they decide.
 */
export const identificacionFiles: StorageRule = {
  prefix: 'vinculaciones/',
  isName: (name) => name.split('/').length === 3,
  canRead: ({ actor }, { name }) =>
    isStaff(actor) || (isSignedIn(actor) && actor?.uid === uidOfIdentificacion(name)),
  canWrite: ({ actor }, { name }) => isSignedIn(actor) && actor?.uid === uidOfIdentificacion(name),
  canDelete: ({ actor }, { name }) => isSignedIn(actor) && actor?.uid === uidOfIdentificacion(name),
  canList: ({ actor }, prefix) =>
    /^vinculaciones\/[^/]+\/$/.test(prefix) &&
    (isStaff(actor) || (isSignedIn(actor) && actor?.uid === uidOfIdentificacion(prefix))),
  maxBytes: IMAGE_MAX_BYTES,
  accept: IMAGE_TYPES,
  maxPixels: 50_000_000,
  withoutMetadata: true,
  ttlSeconds: DIAS_IDENTIFICACION * 86_400,
  urlSeconds: 300,
  quotaBytes: 20 * MB,
};

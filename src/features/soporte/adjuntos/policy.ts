import { isSignedIn } from '../../../platform/shared/policy.ts';
import type { StorageRule } from '../../../platform/shared/storage.ts';
import {
  DOCUMENTO_MAX_BYTES,
  DOCUMENTO_MAX_PAGES,
  DOCUMENTO_TYPES,
} from '../../documentos/rules.ts';
import { canAskSoporte } from '../policy.ts';

const MB = 1_048_576;
const uidOf = (name: string): string => name.split('/')[1] ?? '';

/**
 * Files on their way to a message, looked at as those of the vault are: each account puts them in a folder of its own, from which the
 * message takes them. Nobody reads or lists there, and those that were not taken go in a day.
 */
export const adjuntosFiles: StorageRule = {
  prefix: 'soporte/',
  isName: (name) => name.split('/').length === 3,
  canRead: () => false,
  canWrite: ({ actor }, { name, owner }) =>
    canAskSoporte(actor) && actor?.uid === uidOf(name) && owner === null,
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

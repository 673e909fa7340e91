import { isSignedIn } from '../../../platform/shared/policy.ts';
import type { StorageRule } from '../../../platform/shared/storage.ts';
import { canSendDocumentos } from '../policy.ts';
import { DOCUMENTO_MAX_BYTES, DOCUMENTO_MAX_PAGES, DOCUMENTO_TYPES } from '../rules.ts';

const MB = 1_048_576;

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
    canSendDocumentos(actor) && actor?.uid === uidOf(name) && owner === null,
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

import type { StorageRule } from '../../../platform/shared/storage.ts';
import { canWriteDisenos } from '../policy.ts';
import { IMAGEN_MAX_BYTES, IMAGEN_MAX_LADO, IMAGEN_TYPES } from './rules.ts';

/** A picture on its way to the designs, in a folder of whoever sends it, from which it is taken at once. */
export const disenoFiles: StorageRule = {
  prefix: 'disenos/',
  isName: (name) => name.split('/').length === 3,
  canRead: () => false,
  canWrite: ({ actor }, { name, owner }) =>
    canWriteDisenos(actor) && actor?.uid === name.split('/')[1] && owner === null,
  canDelete: ({ actor }, { name }) => canWriteDisenos(actor) && actor?.uid === name.split('/')[1],
  canList: () => false,
  secret: true,
  maxBytes: IMAGEN_MAX_BYTES,
  accept: IMAGEN_TYPES,
  maxPixels: IMAGEN_MAX_LADO * IMAGEN_MAX_LADO,
  withoutMetadata: 'rewritten',
  ttlSeconds: 86_400,
  urlSeconds: 60,
  quotaBytes: 20 * IMAGEN_MAX_BYTES,
};

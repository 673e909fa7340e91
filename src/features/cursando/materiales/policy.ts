import { isSignedIn } from '../../../platform/shared/policy.ts';
import type { StorageRule } from '../../../platform/shared/storage.ts';
import { canSaveMateriales } from '../policy.ts';
import { MATERIAL_MAX_BYTES, MATERIAL_TYPES } from './rules.ts';

const uidOf = (name: string): string => name.split('/')[1] ?? '';

/** What is on its way to an edition: staff put files in a folder of their own, from which they are taken at once. */
export const materialFiles: StorageRule = {
  prefix: 'materiales/',
  isName: (name) => name.split('/').length === 3,
  canRead: () => false,
  canWrite: ({ actor }, { name, owner }) =>
    canSaveMateriales(actor) && actor?.uid === uidOf(name) && owner === null,
  canDelete: ({ actor }, { name }) => isSignedIn(actor) && actor?.uid === uidOf(name),
  canList: () => false,
  secret: true,
  maxBytes: MATERIAL_MAX_BYTES,
  accept: MATERIAL_TYPES,
  maxPixels: 50_000_000,
  withoutMetadata: 'rewritten',
  maxPages: 500,
  ttlSeconds: 86_400,
  urlSeconds: 60,
  quotaBytes: 10 * MATERIAL_MAX_BYTES,
};

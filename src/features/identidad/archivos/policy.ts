import { isStaff, isVerified } from '../../../platform/shared/policy.ts';
import { ownerOf, type StorageRule } from '../../../platform/shared/storage.ts';
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from './rules.ts';

const MB = 1_048_576;
const MAX_PIXELS = 50_000_000;

const segments = (name: string) => name.split('/').length;

/** The account in `users/{uid}/…`. */
export const uidOf = (name: string): string => name.split('/')[1] ?? '';

// One's own files ask for a verified email and not for the texts: a client of the wire, which has no
// screen to accept them on, keeps its photo as the specification says.

/** Photos of an account: its own, and staff may see them (and take one down). */
export const userFiles: StorageRule = {
  prefix: 'users/',
  isName: (name) => segments(name) === 3,
  canRead: ({ actor }, { name }) =>
    isStaff(actor) || (isVerified(actor) && actor?.uid === uidOf(name)),
  canWrite: ({ actor }, { name }) => isVerified(actor) && actor?.uid === uidOf(name),
  canDelete: ({ actor }, { name }) =>
    isStaff(actor) || (isVerified(actor) && actor?.uid === uidOf(name)),
  canList: ({ actor }, prefix) =>
    /^users\/[^/]+\/$/.test(prefix) &&
    (isStaff(actor) || (isVerified(actor) && actor?.uid === uidOf(prefix))),
  maxBytes: IMAGE_MAX_BYTES,
  accept: IMAGE_TYPES,
  maxPixels: MAX_PIXELS,
  withoutMetadata: true,
  ttlSeconds: null,
  urlSeconds: null,
  quotaBytes: 50 * MB,
};

/**
 * Identity images, from which a CURP is read: only who uploaded one (signed in, or a visitor who is
 * registering and has a ticket) and staff may see it, and a day later it is gone.
 */
export const ineFiles: StorageRule = {
  prefix: 'ines/',
  isName: (name) => segments(name) === 2,
  canRead: (who, { owner }) =>
    isStaff(who.actor) || (owner !== null && ownerOf(who) !== null && owner === ownerOf(who)),
  canWrite: (who, { name, owner }) => {
    const me = ownerOf(who);
    if (me === null || (owner !== null && owner !== me)) return false;
    return isVerified(who.actor) || (who.ticket !== null && name.startsWith(who.ticket.namePrefix));
  },
  canDelete: (who, { owner }) =>
    isStaff(who.actor) || (isVerified(who.actor) && owner === ownerOf(who)),
  canList: ({ actor }) => isStaff(actor),
  secret: true,
  maxBytes: IMAGE_MAX_BYTES,
  accept: IMAGE_TYPES,
  maxPixels: MAX_PIXELS,
  ttlSeconds: 86_400,
  urlSeconds: 300,
  quotaBytes: 50 * MB,
};

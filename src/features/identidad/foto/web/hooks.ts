import { CallError } from '../../../../platform/shared/errors.ts';
import { caller } from '../../../../platform/web/callables/client.ts';
import { useInvalidate } from '../../../../platform/web/callables/hooks.ts';
import { useSessionControl, useUser } from '../../../../platform/web/session/react.tsx';
import {
  downloadUrl,
  type Progress,
  StorageError,
  uploadResumable,
} from '../../../../platform/web/storage/index.ts';
import type * as contract from '../contract.ts';

const updateFotoCuenta = caller<typeof contract.updateFotoCuenta>('updateFotoCuenta');
const getPersona = { callName: 'getPersona' };

export type SaveFotoOptions = {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
};

/** Puts an image in the account's own folder; gives its download URL. */
const upload = async (uid: string, image: Blob, options: SaveFotoOptions): Promise<string> => {
  // A name of its own each time: a photo that is cached is never shown in place of a newer one.
  const name = `users/${uid}/foto-${Date.now().toString(36)}.jpg`;
  try {
    await uploadResumable(name, image, { ...options, metadata: { contentType: image.type } });
    return await downloadUrl(name, { signal: options.signal });
  } catch (error) {
    // Its words are for people, as those of a call are.
    if (error instanceof StorageError) throw new CallError('UNAVAILABLE', error.message);
    throw error;
  }
};

/** Saves an image as the photo of one's own account (null takes it off). */
export const useSaveFoto = () => {
  const { uid } = useUser();
  const session = useSessionControl();
  const invalidate = useInvalidate();
  return async (image: Blob | null, options: SaveFotoOptions = {}): Promise<void> => {
    const photoURL = image && (await upload(uid, image, options));
    await updateFotoCuenta({ photoURL }, { signal: options.signal });
    await session.reload();
    await invalidate(getPersona);
  };
};

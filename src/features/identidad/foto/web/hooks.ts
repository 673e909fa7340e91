import { CallError, statusOfHttp } from '../../../../platform/shared/errors.ts';
import { caller } from '../../../../platform/web/callables/client.ts';
import { useInvalidate } from '../../../../platform/web/callables/hooks.ts';
import { useSessionControl, useUser } from '../../../../platform/web/session/react.tsx';
import type * as contract from '../contract.ts';

const updateFoto = caller<typeof contract.updateFoto>('updateFoto');
const getPersona = { callName: 'getPersona' };

const OFFLINE = 'No se pudo enviar la foto. Revise su conexión e inténtelo de nuevo.';

/** Puts an image in the account's own folder; gives its download URL, from the root. */
const upload = async (uid: string, image: Blob): Promise<string> => {
  // A name of its own each time: a photo that is cached is never shown in place of a newer one.
  const name = `users/${uid}/foto-${Date.now().toString(36)}.jpg`;
  const response = await fetch(`/v0/b/_/o?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': image.type },
    body: image,
  }).catch(() => {
    throw new CallError('UNAVAILABLE', OFFLINE);
  });
  const body = (await response.json().catch(() => ({}))) as {
    downloadTokens?: string;
    error?: { message?: string };
  };
  if (!response.ok || !body.downloadTokens) {
    throw new CallError(statusOfHttp(response.status), body.error?.message ?? OFFLINE);
  }
  return `/v0/b/_/o/${encodeURIComponent(name)}?alt=media&token=${body.downloadTokens}`;
};

/** Saves an image as the photo of one's own account (null takes it off). */
export const useSaveFoto = () => {
  const { uid } = useUser();
  const session = useSessionControl();
  const invalidate = useInvalidate();
  return async (image: Blob | null): Promise<void> => {
    await updateFoto({ photoURL: image && (await upload(uid, image)) });
    await session.reload();
    await invalidate(getPersona);
  };
};

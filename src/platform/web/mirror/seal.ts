/** What stands on the device, closed with its owner's key: nobody else reads it there. */
import { readShared, writeShared } from './compact.ts';
import type { Sealed } from './store.ts';

/** Whose it is, and the key that the server gives to nobody else (base64url, 32 bytes). */
export type MirrorOwner = { readonly uid: string; readonly espejo: string };

/** What was found: the value and when it was written (ms). */
export type Found<V> = { readonly valor: V; readonly en: number };

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

const keyOf = ({ espejo }: MirrorOwner) =>
  crypto.subtle.importKey('raw', bytesOf(espejo), 'AES-GCM', false, ['encrypt', 'decrypt']);

/** `en`: when it was written (ms). */
export const seal = async (owner: MirrorOwner, valor: unknown, en: number): Promise<Sealed> => {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(writeShared(valor));
  return {
    en,
    iv,
    datos: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(owner), text),
  };
};

/** Null: of another key, or damaged. */
export const unseal = async <V>(
  owner: MirrorOwner,
  { iv, datos, en }: Sealed,
): Promise<Found<V> | null> => {
  try {
    const iv12 = new Uint8Array(iv);
    const text = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: iv12 },
      await keyOf(owner),
      datos,
    );
    return { valor: readShared(new TextDecoder().decode(text)) as V, en };
  } catch {
    return null;
  }
};

/** Pages that somebody keeps on the device (public/keep-offline.ts, platform/server/http/offline.ts). */
const CACHE = 'sin-conexion-1';
/** Whose they are: a digest, which names nobody. */
const OWNER = '/sin-conexion-de';
/** What the tray of jobs keeps of an account (features/trabajos). */
const MARKS = ['portal-trabajos-visto'];

const digestOf = async (uid: string): Promise<string> => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(uid));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
};

/** Somebody signed out: the card that they kept, and what names their account, go from this device. */
export const wipeKept = async (): Promise<void> => {
  for (const mark of MARKS) localStorage.removeItem(mark);
  await caches.delete(CACHE);
};

/** Somebody is in: pages that another account kept go. */
export const keepOnlyOf = async (uid: string): Promise<void> => {
  if (!(await caches.has(CACHE))) return;
  const cache = await caches.open(CACHE);
  const owner = await (await cache.match(OWNER))?.text();
  const digest = await digestOf(uid);
  if (owner === digest) return;
  if (owner !== undefined) await caches.delete(CACHE);
  else await cache.put(OWNER, new Response(digest));
};

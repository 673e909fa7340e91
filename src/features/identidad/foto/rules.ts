const OBJECT_PATH = /^\/v0\/b\/[^/]+\/o\/([^/]+)$/;

/** The file that a download URL of the storage leads to (absolute or from the root), or null. */
export const readDownloadUrl = (
  photoURL: string,
): { origin: string | null; name: string; token: string; path: string } | null => {
  const base = 'https://portal.invalid';
  try {
    const url = new URL(photoURL, base);
    const name = decodeURIComponent(OBJECT_PATH.exec(url.pathname)?.[1] ?? '');
    const token = url.searchParams.get('token');
    if (!name || !token) return null;
    const origin = url.origin === base ? null : url.origin;
    return { origin, name, token, path: url.pathname + url.search };
  } catch {
    return null;
  }
};

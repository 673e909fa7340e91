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

/** How an image is framed: 1 shows its whole short side; x and y go from −1 to 1. */
export type Encuadre = { readonly zoom: number; readonly x: number; readonly y: number };

/** The square of an image that a frame shows; always inside the image. */
export const recorte = (
  image: { readonly width: number; readonly height: number },
  { zoom, x, y }: Encuadre,
): { left: number; top: number; side: number } => {
  const side = Math.min(image.width, image.height) / zoom;
  return {
    left: ((image.width - side) / 2) * (1 + x),
    top: ((image.height - side) / 2) * (1 + y),
    side,
  };
};

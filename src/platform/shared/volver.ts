/** In an address: where to go on to once signed in. */
export const VOLVER = 'volver';

const PLACEHOLDER_ORIGIN = 'https://portal.invalid';

/**
 * The path to return to after signing in: only one of this site, and never the sign-in pages
 * themselves. Anything else is `home`.
 */
export const safeReturn = (given: string | null | undefined, home = '/'): string => {
  if (!given || !/^\/(?![/\\])/.test(given) || hasControl(given)) return home;
  try {
    const url = new URL(given, PLACEHOLDER_ORIGIN);
    if (url.origin !== PLACEHOLDER_ORIGIN || /^\/auth(\/|$)/i.test(url.pathname)) return home;
    return url.pathname + url.search + url.hash;
  } catch {
    return home;
  }
};

// Browsers drop tabs and line breaks inside a URL, which could turn "/\t/evil" into "//evil".
const hasControl = (text: string): boolean => [...text].some((c) => c.charCodeAt(0) < 0x20);

/** An address of this site, with where to go on to afterwards; as it is where that is nowhere in particular. */
export const returningTo = (path: string, back: string | null | undefined): string => {
  const to = safeReturn(back);
  if (to === '/') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${VOLVER}=${encodeURIComponent(to)}`;
};

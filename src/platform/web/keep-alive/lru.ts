/** A kept screen: its path and the location it was last seen at. */
export type Kept<L> = { readonly path: string; readonly location: L };

/** How many screens a layout keeps, the visible one included. */
export const MAX_KEPT = 6;

/** One key for a screen, with or without a final slash. */
export const pathKey = (pathname: string): string => pathname.replace(/(.)\/+$/, '$1');

/** Visits a location: it becomes the most recent (last); the least recent beyond `max` go. */
export const visit = <L>(
  kept: readonly Kept<L>[],
  path: string,
  location: L,
  max: number = MAX_KEPT,
): readonly Kept<L>[] => {
  const last = kept.at(-1);
  if (last?.path === path && last.location === location) return kept;
  return [...kept.filter((entry) => entry.path !== path), { path, location }].slice(-max);
};

/** Drops the hidden screens that match; the visible one (last) stays. */
export const forget = <L>(
  kept: readonly Kept<L>[],
  matches: (path: string) => boolean,
): readonly Kept<L>[] => {
  const left = kept.filter((entry, i) => i === kept.length - 1 || !matches(entry.path));
  return left.length === kept.length ? kept : left;
};

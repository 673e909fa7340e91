import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A part whose file can be asked for before it is drawn. */
export type Lazy<P extends object> = LazyExoticComponent<ComponentType<P>> & {
  /** For the address with this query, when it decides what is drawn. */
  readonly preload: (search?: string) => Promise<unknown>;
};

/**
 * React's `lazy`, drawn at once where its file has come already. React's own shows its fallback even then, for a
 * moment, and holds back for 300 ms whatever takes the place of a fallback.
 */
export const lazyAhead = <P extends object>(
  load: (search: string) => Promise<{ readonly default: ComponentType<P> }>,
): Lazy<P> => {
  let come: { readonly default: ComponentType<P> } | null = null;
  const preload = async (search = window.location.search) => {
    come = await load(search);
    return come;
  };
  // React looks at what `then` has done before it waits.
  // biome-ignore lint/suspicious/noThenProperty: it stands for a promise that has been kept
  const here = { then: (take: (part: typeof come) => void) => take(come) };
  return Object.assign(
    lazy(() => (come ? (here as unknown as Promise<NonNullable<typeof come>>) : preload())),
    { preload },
  );
};

/** Asks for the files of these parts, of those that have one to come; a failure is said when they are drawn. */
export const preloadParts = (parts: readonly ComponentType[]): void => {
  for (const part of parts) {
    if ('preload' in part) (part as unknown as Lazy<object>).preload().catch(() => {});
  }
};

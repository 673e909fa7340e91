/**
 * What the oldest browsers of those that the portal is for (docs/ARCHITECTURE.md, «Browsers») do not have and our
 * pages ask for, as the standard says it. Called before the first screen; tests/e2e/oldest.ts takes them, and all else
 * that is newer, from the browser of every journey.
 */
export const fillIn = (): void => {
  // Chrome 117, Safari 17.4.
  Map.groupBy ??= groupBy;
  // Chrome 119, Safari 17.4; and Chrome 132, Safari 18: for the library that draws PDF.
  Promise.withResolvers ??= withResolvers;
  Response.prototype.bytes ??= async function (this: Response) {
    return new Uint8Array(await this.arrayBuffer());
  };
  // Chrome 120.
  URL.canParse ??= (url, base) => {
    try {
      return Boolean(new URL(url, base));
    } catch {
      return false;
    }
  };
  // Chrome 116, Safari 17.4.
  AbortSignal.any ??= (signals) => {
    const first = new AbortController();
    for (const one of signals) {
      if (one.aborted) first.abort(one.reason);
      else one.addEventListener('abort', () => first.abort(one.reason), { signal: first.signal });
    }
    return first.signal;
  };
  // Safari of iOS before 18.3 leaves a popover open when one touches beside it.
  globalThis.document?.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const panel of document.querySelectorAll<HTMLElement>('[popover="auto"]:popover-open')) {
      const opener = target.closest('[popovertarget]')?.getAttribute('popovertarget');
      if (opener !== panel.id && !panel.contains(target)) panel.hidePopover();
    }
  });
};

function withResolvers<T>(this: PromiseConstructor): PromiseWithResolvers<T> {
  const made: Partial<PromiseWithResolvers<T>> = {};
  const promise = new this<T>((resolve, reject) => Object.assign(made, { resolve, reject }));
  return Object.assign(made, { promise }) as PromiseWithResolvers<T>;
}

const groupBy = <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    index += 1;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

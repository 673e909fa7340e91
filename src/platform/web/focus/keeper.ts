/** Longer than a render and the effects that follow it: a screen that moves the focus itself has done so by then. */
const GRACE_MS = 40;

/** Whether it is in the document and takes up room in it. */
export const isShown = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.isConnected && node.getClientRects().length > 0;

/** Gives the focus to what takes none by itself: a heading, a row, a message. */
export const focusOn = (element: HTMLElement, options?: FocusOptions): void => {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus(options);
};

/** What React gives a screen that waits for a part of it: hidden, it loses the focus, and does not get it back. */
const WAITS = '[style*="display: none"]';

/** Where in the document something stood. */
export type Place = {
  readonly parent: Node | null;
  readonly before: Node | null;
  readonly after: Node | null;
};

const HEADINGS = 'h1, h2, h3, h4, legend';
const REGIONS =
  'section, form, article, fieldset, aside, main, dialog, [role="dialog"], [popover], [tabindex="-1"]';
const ITEMS = 'li, tr, article, [role="listitem"], [role="row"]';

const headingIn = (element: Element): HTMLElement | null =>
  [...element.querySelectorAll(HEADINGS)].find(isShown) ?? null;

const placeOf = (node: Node): Place => ({
  parent: node.parentNode,
  before: node.previousSibling,
  after: node.nextSibling,
});

/** The elements that stand where something was: what came in its place. */
const cameTo = ({ parent, before, after }: Place): HTMLElement[] => {
  const found: HTMLElement[] = [];
  let node = before?.parentNode === parent ? before?.nextSibling : parent?.firstChild;
  for (; node && node !== after; node = node.nextSibling) if (isShown(node)) found.push(node);
  // Without knowing where it ends, its neighbours would be taken for what came.
  return after === null || after.parentNode === parent ? found : [];
};

const neighbour = (from: Node | null, step: 'nextSibling' | 'previousSibling') => {
  let node = from;
  while (node && !(isShown(node) && node.matches(ITEMS))) node = node[step];
  return node as HTMLElement | null;
};

/** The dialog that covers the rest, or the document. */
const top = (): ParentNode => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;

/**
 * The next thing after what stood there: what came in its place (its heading, when it has one), the next item of a
 * list or the one before, else the heading of the part of the screen in which it was.
 */
export const nextThing = (place: Place): HTMLElement | null => {
  let at = place;
  while (at.parent && !isShown(at.parent)) at = placeOf(at.parent);
  const scope = top();
  if (at.parent && scope.contains(at.parent)) {
    const came = cameTo(at);
    const title = came.map((one) => (one.matches(HEADINGS) ? one : headingIn(one))).find(Boolean);
    if (title) return title;
    const item = neighbour(at.after, 'nextSibling') ?? neighbour(at.before, 'previousSibling');
    if (item) return item;
    if (came[0]) return came[0];
    const region = (at.parent as Element).closest<HTMLElement>(REGIONS);
    if (region?.matches('[tabindex]:not(main)')) return region;
    if (region) return headingIn(region) ?? region;
  }
  const all = (selector: string) => [...scope.querySelectorAll<HTMLElement>(selector)];
  return [...all('h1'), ...all('h2'), ...all('main')].find(isShown) ?? null;
};

/**
 * Keeps the focus in the screen: when what had it goes (an act that takes away its own button, a list that answers
 * anew, a layout that changes) and nothing else took it, it goes to the next thing. Without this a keyboard begins
 * again from the top of the page and a screen reader falls silent. Answers how to stop.
 */
export const keepFocus = (): (() => void) => {
  /** What had the focus last, and where it stood once it was taken out. */
  let held: HTMLElement | null = null;
  let place: Place | null = null;
  /** It was hidden since it had the focus. */
  let hid = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const nowhere = () => !document.activeElement || document.activeElement === document.body;
  const able = (element: HTMLElement) => isShown(element) && !element.matches(':disabled');

  const settle = () => {
    if (!held) return;
    if (!nowhere()) {
      // Hidden, but the browser has not yet drawn it so: then it takes the focus away.
      if (document.activeElement === held && !able(held)) soon();
      return;
    }
    const was = held;
    const from = place ?? placeOf(was);
    const back = (place !== null || hid) && able(was);
    if (!back && able(was)) return;
    const next = back ? was : nextThing(from);
    // Nothing is shown yet: when something comes.
    if (next) focusOn(next);
  };
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      settle();
    }, GRACE_MS);
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    held = target instanceof HTMLElement ? target : null;
    place = null;
    hid = false;
  };
  // The browser takes it from what is hidden when it draws: nothing in the document need change after that.
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (target !== held || relatedTarget) return;
    hid ||= held !== null && !isShown(held);
    soon();
  };
  // A press on what takes no focus takes it away rightly.
  const onPress = () =>
    setTimeout(() => {
      if (held && nowhere() && able(held)) held = null;
    });
  const observer = new MutationObserver((records) => {
    if (!held) return;
    hid ||= held.closest(WAITS) !== null;
    for (const { removedNodes, target, previousSibling, nextSibling } of records) {
      const gone: Node = place?.parent ?? held;
      for (const node of removedNodes) {
        if (node.contains(gone))
          place = { parent: target, before: previousSibling, after: nextSibling };
        // What stood beside it goes too: what comes in their place is between those that stay.
        else if (node === place?.before) place = { ...place, before: previousSibling };
        else if (node === place?.after) place = { ...place, after: nextSibling };
      }
    }
    soon();
  });

  // A screen may have taken it before.
  if (!nowhere() && document.activeElement instanceof HTMLElement) held = document.activeElement;
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  document.addEventListener('pointerdown', onPress, true);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
  });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
    document.removeEventListener('pointerdown', onPress, true);
  };
};

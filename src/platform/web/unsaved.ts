/** Something written on the page that is nowhere else yet. */
export type Unsaved = {
  readonly has: () => boolean;
  /** For what lies over the screen and goes with it: Back asks it first, and `leave` goes back after all. */
  readonly ask?: (leave: () => void) => void;
};

type Held = Unsaved & { readonly place: number };

const all = new Set<Held>();

/** Which entry of the browser's history it is, as the router numbers them. */
const placeOf = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/** Until it is let go (what is answered), closing the window warns, and Back asks. */
export const holdUnsaved = (one: Unsaved): (() => void) => {
  const held = { ...one, place: placeOf(history.state) };
  all.add(held);
  return () => all.delete(held);
};

/**
 * Whether something written that would go with what lies over the screen asks first; `leave` is done if it may be
 * discarded. For a press that takes its place, as Back does.
 */
export const asksFirst = (leave: () => void): boolean => {
  const over = [...all].filter((one) => one.ask && one.has()).at(-1);
  over?.ask?.(leave);
  return over !== undefined;
};

/**
 * Listens for the window that closes and for Back. Once for the page and before the router: a hidden screen listens
 * to nothing, and what it holds must not be lost for that.
 */
export const guardUnsaved = (): void => {
  window.addEventListener('beforeunload', (event) => {
    if ([...all].some((one) => one.has())) event.preventDefault();
  });
  let returning = false;
  window.addEventListener('popstate', (event) => {
    if (returning) {
      returning = false;
      event.stopImmediatePropagation();
      return;
    }
    const over = [...all].filter((one) => one.ask && one.has()).at(-1);
    const steps = over ? placeOf(event.state) - over.place : 0;
    if (!over || steps === 0) return;
    // The router hears nothing of it; the address is as it was again.
    event.stopImmediatePropagation();
    returning = true;
    history.go(-steps);
    over.ask?.(() => history.go(steps));
  });
};

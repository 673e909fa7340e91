import type { PointerEvent } from 'react';

/** Pixels that a pointer goes before it drags and does not press. */
const SLOP = 4;
/** Pixels from an edge of the window within which the page goes on by itself: more than what stays in sight above it. */
const EDGE = 144;
/** How many of them in a frame at most. */
const FASTEST = 14;

/** Where something is let go: at which of the places, in its second half or in its first. */
export type Place = { readonly element: HTMLElement; readonly after: boolean };

const placeAt = (x: number, y: number, places: string): Place | null => {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>(places);
  if (!element) return null;
  const { top, height } = element.getBoundingClientRect();
  return { element, after: y > top + height / 2 };
};

/** How far the page goes on in a frame; `y` is within the window. */
const pixelsAt = (y: number): number => {
  const edge = Math.min(EDGE, window.innerHeight / 4);
  const beyond = Math.max(y - window.innerHeight + edge, 0) - Math.max(edge - y, 0);
  return Math.round((FASTEST * beyond) / edge);
};

/** What goes on under a row: the dialog that it is in, or the page. */
const scrollerOf = (row: HTMLElement): Element => row.closest('dialog') ?? document.documentElement;

/**
 * Takes a row along by its handle with whatever points: a finger, a pen, a mouse. The browser's own dragging waits for a
 * long press on a phone, where it comes at all, and never begins at a button of Firefox. `places` is a selector: of
 * those under the pointer the innermost is marked (`data-over`: `before`, `after`), and is where it is let go. Near an
 * edge the page, or the dialog, goes on. Let go elsewhere, or with Escape, nothing has happened. The handle has `touch-action: none`,
 * and the row, while it is `data-dragged`, `pointer-events: none`.
 */
export const dragRow = (
  { currentTarget: handle, pointerId, button, isPrimary, clientX, clientY }: PointerEvent<Element>,
  { row, places, onDrop }: { row: HTMLElement; places: string; onDrop: (place: Place) => void },
): void => {
  if (button !== 0 || !isPrimary) return;
  const under = scrollerOf(row);
  const from = { y: clientY, scrolled: under.scrollTop };
  const at = { x: clientX, y: clientY };
  const listening = new AbortController();
  let frame: number | null = null;
  let place: Place | null = null;
  const mark = (next: Place | null) => {
    if (place && place.element !== next?.element) delete place.element.dataset.over;
    if (next) next.element.dataset.over = next.after ? 'after' : 'before';
    place = next;
  };
  const end = (isDropped: boolean) => {
    listening.abort();
    if (frame === null) return;
    cancelAnimationFrame(frame);
    const last = place;
    mark(null);
    delete row.dataset.dragged;
    row.style.translate = '';
    if (isDropped && last) onDrop(last);
  };
  const draw = () => {
    // Somebody else took it away meanwhile.
    if (!handle.isConnected) return end(false);
    frame = requestAnimationFrame(draw);
    under.scrollBy({ top: pixelsAt(at.y), behavior: 'instant' });
    row.style.translate = `0 ${at.y - from.y + under.scrollTop - from.scrolled}px`;
    mark(placeAt(at.x, at.y, places));
  };
  const on = <K extends keyof GlobalEventHandlersEventMap>(
    kind: K,
    run: (event: GlobalEventHandlersEventMap[K]) => void,
  ) => window.addEventListener(kind, run, { signal: listening.signal, capture: true });
  handle.setPointerCapture(pointerId);
  on('pointermove', (event) => {
    if (event.pointerId !== pointerId) return;
    // A mouse may be outside.
    const y = Math.max(0, Math.min(window.innerHeight - 1, event.clientY));
    Object.assign(at, { x: event.clientX, y });
    if (frame !== null || Math.hypot(at.x - clientX, at.y - clientY) < SLOP) return;
    row.dataset.dragged = '';
    draw();
  });
  on('pointerup', (event) => event.pointerId === pointerId && end(true));
  on('pointercancel', (event) => event.pointerId === pointerId && end(false));
  on('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    end(false);
  });
};

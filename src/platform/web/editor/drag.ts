import type { PointerEvent } from 'react';

/** Pixels that a pointer goes before it drags and does not press. */
const SLOP = 4;
/** Pixels from an edge within which the list goes on by itself: more than what stays in sight above it. */
const EDGE = 144;
/** How many of them in a frame at most. */
const FASTEST = 14;

/** Where something is let go: at which of the places, in its second half or in its first. */
export type Place = { readonly element: HTMLElement; readonly after: boolean };

/** Where a row may be let go: at any of a selector's, but those that `mayGo` refuses. */
type Where = { readonly places: string; readonly mayGo?: (place: HTMLElement) => boolean };
/** And what comes of it. */
export type Places = Where & { readonly onDrop: (place: Place) => void };

const placeAt = (x: number, y: number, { places, mayGo }: Where): Place | null => {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>(places);
  if (!element || mayGo?.(element) === false) return null;
  const { top, height } = element.getBoundingClientRect();
  return { element, after: y > top + height / 2 };
};

/** What scrolls a row: the dialog that it is in, if that is higher than the window, or the page. */
const scrollerOf = (row: HTMLElement): HTMLElement => {
  let at = row.parentElement;
  while (
    at &&
    !(at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY))
  )
    at = at.parentElement;
  return at ?? document.documentElement;
};

/** All that is scrolled: clipped, it is no higher for a row that is taken beyond its end, which would go on for ever. */
const contentOf = (row: HTMLElement, scroller: HTMLElement): HTMLElement => {
  let at = row;
  while (at.parentElement && ![scroller, document.body].includes(at.parentElement))
    at = at.parentElement;
  return at;
};

/** How far the list goes on in a frame; `y` is within the window. */
const pixelsAt = (y: number, scroller: HTMLElement): number => {
  const isPage = scroller === document.documentElement;
  const seen = isPage ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect();
  const edge = Math.min(EDGE, (seen.bottom - seen.top) / 4);
  const beyond = Math.max(y - seen.bottom + edge, 0) - Math.max(seen.top + edge - y, 0);
  return Math.round((FASTEST * Math.max(-edge, Math.min(edge, beyond))) / edge);
};

/**
 * Takes a row along by its handle with whatever points: a finger, a pen, a mouse. The browser's own dragging waits for a
 * long press on a phone, where it comes at all, and never begins at a button of Firefox. Of the places under the
 * pointer the innermost is marked (`data-over`: `before`, `after`), and is where it is let go. Near an edge the page, or
 * the dialog, goes on. Let go elsewhere, or with Escape, nothing has happened. The handle has `touch-action: none`, and
 * the row, while it is `data-dragged`, `pointer-events: none`: screens take both from `Asa`.
 */
export const dragRow = (
  { currentTarget: handle, pointerId, button, isPrimary, clientX, clientY }: PointerEvent<Element>,
  { row, onDrop, ...where }: Places & { row: HTMLElement },
): void => {
  if (button !== 0 || !isPrimary) return;
  const scroller = scrollerOf(row);
  const from = { y: clientY, scrolled: scroller.scrollTop };
  const content = contentOf(row, scroller);
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
    // Where it is now, and not where it was when it was last drawn.
    const there = isDropped ? placeAt(at.x, at.y, where) : null;
    mark(null);
    delete row.dataset.dragged;
    content.style.overflowY = '';
    row.style.translate = '';
    if (there) onDrop(there);
  };
  const draw = () => {
    // Somebody else took it away meanwhile.
    if (!handle.isConnected) return end(false);
    frame = requestAnimationFrame(draw);
    scroller.scrollBy({ top: pixelsAt(at.y, scroller), behavior: 'instant' });
    row.style.translate = `0 ${at.y - from.y + scroller.scrollTop - from.scrolled}px`;
    mark(placeAt(at.x, at.y, where));
  };
  const on = <K extends keyof GlobalEventHandlersEventMap>(
    kind: K,
    run: (event: GlobalEventHandlersEventMap[K]) => void,
  ) => window.addEventListener(kind, run, { signal: listening.signal, capture: true });
  const follow = (event: globalThis.PointerEvent) => {
    // A mouse may be outside.
    const y = Math.max(0, Math.min(window.innerHeight - 1, event.clientY));
    Object.assign(at, { x: event.clientX, y });
  };
  handle.setPointerCapture(pointerId);
  on('pointermove', (event) => {
    if (event.pointerId !== pointerId) return;
    follow(event);
    if (frame !== null || Math.hypot(at.x - clientX, at.y - clientY) < SLOP) return;
    row.dataset.dragged = '';
    content.style.overflowY = 'clip';
    draw();
  });
  on('pointerup', (event) => {
    if (event.pointerId !== pointerId) return;
    follow(event);
    end(true);
  });
  on('pointercancel', (event) => event.pointerId === pointerId && end(false));
  on('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    end(false);
  });
};

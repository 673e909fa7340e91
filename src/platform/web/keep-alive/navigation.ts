import { type RefObject, useLayoutEffect } from 'react';
import { focusOn, isShown } from '../focus/keeper.ts';

/** What the document shows now: of all layouts, since one may take another's place. */
let shown: string | null = null;

/**
 * The focus on `<main>` at once, so that it is somewhere, and on the screen's title as soon as there is one. Answers
 * how to stop waiting for it.
 */
export const arriveAt = (main: HTMLElement): (() => void) => {
  main.focus({ preventScroll: true });
  const arrived = (): boolean => {
    // Somebody has already gone on.
    if (document.activeElement !== main) return true;
    // Not the one that stands for a screen that is on its way: it goes when the screen comes.
    const title = [...main.querySelectorAll('h1')].find(
      (one) => isShown(one) && !one.closest('[data-loading]'),
    );
    if (title) focusOn(title, { preventScroll: true });
    return title !== undefined;
  };
  if (arrived()) return () => {};
  const observer = new MutationObserver(() => {
    if (arrived()) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
};

/**
 * On each new screen or layout: to the top, and the focus on its title, which a screen reader says. The document's
 * first screen is left as the browser shows it. The browser's own scroll restoration would undo it.
 */
export const useScreenChange = (main: RefObject<HTMLElement | null>, screen: string): void => {
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const before = shown;
    shown = screen;
    if (before === null || before === screen || !main.current) return;
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    return arriveAt(main.current);
  }, [screen, main]);
};

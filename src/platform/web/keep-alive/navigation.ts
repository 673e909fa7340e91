import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * On each new path: to the top, and the focus on `<main>` so that a screen reader announces the
 * new screen. The browser's own scroll restoration would undo it.
 */
export const useScreenChange = (main: RefObject<HTMLElement | null>, path: string): void => {
  const previous = useRef(path);
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    if (previous.current === path) return;
    previous.current = path;
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    main.current?.focus({ preventScroll: true });
  }, [path, main]);
};

import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './table.module.css';

/** What stays free under the pager, in px. */
const UNDER = 10;

/**
 * Keeps `--pane` on a table's box: the height of the window that is left for its rows. As cards it is not used:
 * then the page scrolls.
 */
const usePane = (box: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const adjust = () => {
      const pager = element.parentElement?.nextElementSibling;
      const below = pager instanceof HTMLElement ? pager.offsetHeight : 0;
      const top = element.getBoundingClientRect().top + window.scrollY;
      const height = `${Math.floor(window.innerHeight - top - below - UNDER)}px`;
      // Also without the change: a style that is written is a style that is worked out again.
      if (element.style.getPropertyValue('--pane') !== height) {
        element.style.setProperty('--pane', height);
      }
    };
    adjust();
    // In the next frame: what it changes is what is observed.
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(adjust);
    };
    const observer = new ResizeObserver(later);
    observer.observe(element.closest('[data-screen]') ?? document.body);
    window.addEventListener('resize', adjust);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('resize', adjust);
    };
  });
};

/**
 * The box in which the rows of a table go up, down and sideways under their head; what is above and below it
 * stays. It takes the focus when not everything is in sight, so that the arrows move it. A new page (`page`) begins
 * at its beginning.
 */
export function Scroller({
  label,
  page,
  children,
}: {
  label: string;
  page: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState({ sideways: false, any: false });
  usePane(box);
  useEffect(() => {
    const element = box.current;
    const inner = element?.firstElementChild;
    if (!element || !inner) return;
    const observer = new ResizeObserver(() => {
      const sideways = inner.scrollWidth > element.clientWidth + 1;
      const any = sideways || inner.scrollHeight > element.clientHeight + 1;
      setOver((was) => (was.sideways === sideways && was.any === any ? was : { sideways, any }));
    });
    observer.observe(element);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  useBeginning(box, page);
  return (
    <div
      ref={box}
      className={styles.scroller}
      data-sideways={over.sideways ? '' : undefined}
      {...(over.any && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}

/** Another page is read from its head; the same one stays where it was. */
const useBeginning = (box: RefObject<HTMLElement | null>, page: string): void => {
  const shown = useRef(page);
  useLayoutEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    box.current?.scrollTo({ top: 0, behavior: 'instant' });
    // As cards it is the window that has gone down.
    const root = box.current?.closest<HTMLElement>(`.${styles.root}`);
    const top = root?.getBoundingClientRect().top ?? 0;
    if (root && top < 0) root.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [box, page]);
};

/**
 * The place in the window of a screen that is left and shown again, when it is the window that scrolls (cards). A
 * box of its own keeps its place by itself.
 */
export const useKeptPlace = (): void => {
  const place = useRef(0);
  useLayoutEffect(() => {
    const { current } = place;
    // After whoever goes to the top of each new screen, before anything is painted.
    if (current > 0) {
      queueMicrotask(() => window.scrollTo({ top: current, behavior: 'instant' }));
    }
    const note = () => {
      place.current = window.scrollY;
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);
};

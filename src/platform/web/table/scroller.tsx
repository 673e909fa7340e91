import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './table.module.css';

/**
 * Lets a table that does not fit scroll sideways, inside, reachable by keyboard. One that fits
 * scrolls with the page, so that its head can stay under the portal's bar.
 */
export function Scroller({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = box.current;
    const inner = element?.firstElementChild;
    if (!element || !inner) return;
    const observer = new ResizeObserver(() =>
      setOverflows(inner.scrollWidth > element.clientWidth + 1),
    );
    observer.observe(element);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={box}
      className={styles.scroller}
      data-overflows={overflows ? '' : undefined}
      {...(overflows && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}

import { type ReactNode, useEffect, useRef } from 'react';
import styles from './list-detail.module.css';
import type { DetailState } from './use-detail.ts';

/**
 * A list and, beside it, the record of it that is open (`DetailPanel`); where there is no room for both, the record
 * alone, as a page. Closing it goes back to its row.
 */
export function ListDetail({
  detail: { id },
  heading,
  list,
  panel,
}: {
  detail: DetailState;
  /** The screen's own heading: of a record alone it is still there for who does not see. */
  heading: ReactNode;
  list: ReactNode;
  /** The record's panel while one is open. */
  panel: ReactNode;
}) {
  const root = useRef<HTMLDivElement>(null);
  const before = useRef(id);
  useEffect(() => {
    const was = before.current;
    before.current = id;
    if (was === null || id !== null || document.activeElement !== document.body) return;
    const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])];
    (rows.find(({ dataset }) => dataset.opens === was) ?? rows[0])?.focus();
  }, [id]);
  return (
    <div ref={root} className={styles.root} data-open={id === null ? undefined : ''}>
      <div className={styles.frame}>
        <div className={styles.main}>
          <div className={styles.heading}>{heading}</div>
          <div className={styles.list}>{list}</div>
        </div>
        {id !== null && panel}
      </div>
    </div>
  );
}

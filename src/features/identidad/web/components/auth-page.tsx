import type { ReactNode } from 'react';
import { PageHeading } from '../../../../platform/web/ui/index.ts';
import styles from './auth-page.module.css';

/** The page of a visitor: what it is for on top, the task, and beside it what helps with it. */
export function AuthPage({
  title,
  lead,
  aside,
  asideFirst = false,
  children,
}: {
  title: string;
  lead?: ReactNode;
  aside?: ReactNode;
  /** What is beside the task is read before it: above it where there is no room beside. */
  asideFirst?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <PageHeading title={title} lead={lead} />
      <div className={styles.columns} data-aside-first={asideFirst || undefined}>
        {asideFirst && <aside className={styles.aside}>{aside}</aside>}
        <div className={styles.task}>{children}</div>
        {aside && !asideFirst && <aside className={styles.aside}>{aside}</aside>}
      </div>
    </>
  );
}

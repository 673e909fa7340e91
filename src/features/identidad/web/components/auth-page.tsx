import type { ReactNode } from 'react';
import { PageHeading } from '../../../../platform/web/ui/index.ts';
import styles from './auth-page.module.css';

/** The page of a visitor: what it is for on top, the task, and beside it what helps with it. */
export function AuthPage({
  title,
  lead,
  aside,
  children,
}: {
  title: string;
  lead?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <PageHeading title={title} lead={lead} />
      <div className={styles.columns}>
        <div className={styles.task}>{children}</div>
        {aside && <aside className={styles.aside}>{aside}</aside>}
      </div>
    </>
  );
}

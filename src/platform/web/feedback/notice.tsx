import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import { type IconType, iconOfTone, type Tone, toneClass } from '../ui/estado.tsx';
import styles from './feedback.module.css';

/** A message that belongs to the screen and stays. */
export function Notice({
  tone = 'info',
  title,
  actions,
  children,
}: {
  tone?: Tone;
  title?: string;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const Icon = iconOfTone(tone);
  return (
    <div className={classes(styles.notice, toneClass(tone))}>
      <Icon />
      <div>
        {title && <strong>{title}</strong>}
        {children}
        {actions && <div className={styles.noticeActions}>{actions}</div>}
      </div>
    </div>
  );
}

/** Nothing here yet: says what will be here and how to begin. */
export function EmptyState({
  title,
  icon: Icon,
  action,
  level = 2,
  children,
}: {
  title: string;
  icon?: IconType;
  action?: ReactNode;
  level?: 2 | 3;
  children?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty}>
      {Icon && <Icon />}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action && <div className={styles.emptyActions}>{action}</div>}
    </div>
  );
}

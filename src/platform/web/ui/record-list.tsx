import type { ReactNode } from 'react';
import styles from './record-list.module.css';

/** A few records of a person, one below the other, each with what can be done to it. */
export function RecordList({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.list}>
      {children}
    </ul>
  );
}

/** One of them: what it is called, what is to be known of it (its state, since when), its data, and its buttons. */
export function RecordRow({
  name,
  note,
  actions,
  children,
}: {
  name?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        {name && <p className={styles.name}>{name}</p>}
        {note && <p className={styles.note}>{note}</p>}
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  );
}

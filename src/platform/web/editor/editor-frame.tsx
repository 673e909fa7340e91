import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import styles from './editor-frame.module.css';

/** Above what is written, in sight while it is scrolled. `start`: how it stands; after it, what is done with it. */
export function EditorBar({ start, children }: { start: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      {start}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

/**
 * What is written, and beside it what it comes to (`preview`); on a narrow screen one under the other. `wide`: the preview
 * needs more of the room than the fields. `follows`: it stays in sight while the fields are scrolled. `first`: on a narrow
 * screen, and for who does not see it, it comes before the fields.
 */
export function EditorColumns({
  preview,
  wide = false,
  follows = false,
  first = false,
  children,
}: {
  preview: ReactNode;
  wide?: boolean;
  follows?: boolean;
  first?: boolean;
  children: ReactNode;
}) {
  const beside = (
    <div key="preview" className={classes(styles.preview, follows && styles.follows)}>
      {preview}
    </div>
  );
  const written = (
    <div key="written" className={styles.written}>
      {children}
    </div>
  );
  return (
    <div className={classes(styles.columns, wide && styles.wide)}>
      {first ? [beside, written] : [written, beside]}
    </div>
  );
}

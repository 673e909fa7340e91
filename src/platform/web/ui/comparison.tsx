import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './comparison.module.css';

/** One datum and what each of the two says of it; null: nothing. */
export type Compared = {
  readonly label: string;
  readonly cells: readonly [ReactNode, ReactNode];
  readonly differs?: boolean;
  /** A word beside the datum («Distinto»): it is never said by colour alone. */
  readonly word?: string;
  /** Which of the two stays; the other is shown as what goes. */
  readonly kept?: 0 | 1;
};

/** What two say of the same data (two files; what was written and what is known), side by side; on a phone the datum above both. */
export function ComparisonTable({
  caption,
  heads,
  rows,
}: {
  /** For who does not see the table: what is compared. */
  caption: string;
  /** Whose each column is. */
  heads: readonly [ReactNode, ReactNode];
  rows: readonly Compared[];
}) {
  return (
    <table className={styles.table}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Dato</th>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, cells, differs, word, kept }) => (
          <tr key={label} className={differs ? styles.differs : undefined}>
            <th scope="row">
              {label}
              {word && <span className={styles.word}>{word}</span>}
            </th>
            {([0, 1] as const).map((side) => (
              <td
                key={side}
                className={classes(
                  kept !== undefined && (kept === side ? styles.kept : styles.quiet),
                )}
              >
                {cells[side] ?? <span className={styles.none}>Sin dato</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

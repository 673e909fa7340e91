import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { type IconType, iconOfTone, type Tone, toneClass } from './estado.tsx';
import { formatDateTime } from './format.ts';
import styles from './linea-de-vida.module.css';

export type LifeEvent = {
  readonly id: string;
  /** ISO instant or plain date. */
  readonly at: string;
  readonly title: string;
  /** Who did it, if it matters. */
  readonly who?: string | null;
  readonly detail?: ReactNode;
  readonly tone?: Tone;
  readonly icon?: IconType;
};

/** The one timeline of every history: what happened, when, who and why. */
export function LineaDeVida({
  events,
  label = 'Historial',
}: {
  events: readonly LifeEvent[];
  label?: string;
}) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ol role="list" className={styles.line} aria-label={label}>
      {events.map(({ id, at, title, who, detail, tone = 'info', icon }) => {
        const Icon = icon ?? iconOfTone(tone);
        return (
          <li key={id} className={classes(styles.event, toneClass(tone))}>
            <span className={styles.mark}>
              <Icon />
            </span>
            <div>
              <p className={styles.title}>{title}</p>
              <p className={styles.when}>
                <time dateTime={at}>{formatDateTime(at)}</time>
                {who && ` · ${who}`}
              </p>
              {detail && <div className={styles.detail}>{detail}</div>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

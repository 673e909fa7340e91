import { useEffect, useId, useRef } from 'react';
import { useErrorTitle } from '../keep-alive/title.ts';
import { Link } from '../router.tsx';
import { IconWarning } from '../ui/icons.tsx';
import styles from './feedback.module.css';

export type SummaryItem = {
  /** Id of the control to go to; without it the message belongs to the whole form. */
  readonly fieldId?: string | undefined;
  readonly message: string;
  /** Where it is mended, when that is not the field: another screen. */
  readonly to?: string | undefined;
};

const goTo = (id: string) => {
  const target = document.getElementById(id);
  if (!target) return;
  target.focus({ preventScroll: true });
  // The label above the control has to be seen too.
  (target.closest('[data-field]') ?? target).scrollIntoView({ block: 'center' });
};

/**
 * What has to be mended, on top of the form: takes the focus each time `attempt` grows, links to
 * each field and prefixes the document's title with "Error: ".
 */
export function ErrorSummary({
  items,
  attempt,
  title,
}: {
  items: readonly SummaryItem[];
  attempt: number;
  title?: string | undefined;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = items.length > 0;
  useErrorTitle(shown);
  const focused = useRef(0);
  useEffect(() => {
    // Only a new attempt moves the focus, not a return to the kept screen.
    if (!shown || focused.current === attempt) return;
    focused.current = attempt;
    ref.current?.focus();
  }, [attempt, shown]);
  if (!shown) return null;
  const links = items.filter((item) => item.fieldId);
  return (
    <div
      ref={ref}
      className={styles.summary}
      role="alert"
      tabIndex={-1}
      aria-labelledby={id}
      // biome-ignore lint/a11y/noAutofocus: a page that comes with its mistakes, without script, begins at them
      autoFocus
    >
      <h2 id={id}>
        <IconWarning />
        {title ?? (links.length > 0 ? 'Revise lo siguiente' : 'No se pudo enviar')}
      </h2>
      {items
        .filter((item) => !item.fieldId)
        .map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      {links.length > 0 && (
        <ul>
          {links.map(({ fieldId = '', message, to }) => (
            <li key={fieldId}>
              {to ? (
                <Link to={to}>{message}</Link>
              ) : (
                <a
                  href={`#${fieldId}`}
                  onClick={(event) => {
                    event.preventDefault();
                    goTo(fieldId);
                  }}
                >
                  {message}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

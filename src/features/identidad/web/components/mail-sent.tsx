import { type ReactNode, useEffect, useRef } from 'react';
import { PageHeading } from '../../../../platform/web/ui/index.ts';
import auth from './auth-page.module.css';
import { DemoMailbox } from './demo-mailbox.tsx';
import styles from './mail-sent.module.css';

/** A mail is on its way: what happens next, and what to do if it does not arrive. */
export function MailSent({
  title,
  lead,
  steps,
  missing,
  actions,
}: {
  title: string;
  lead: ReactNode;
  steps: readonly string[];
  missing: ReactNode;
  actions: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It replaces the form on the same address: nothing else would announce it.
    window.scrollTo({ top: 0, behavior: 'instant' });
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className={styles.page}>
      <PageHeading title={title} lead={lead} />
      <div className={styles.body}>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
        <ol role="list" className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <DemoMailbox />
        <section className={styles.missing}>
          <h2>¿No le llega?</h2>
          <p>{missing}</p>
        </section>
        <div className={auth.actions}>{actions}</div>
      </div>
    </div>
  );
}

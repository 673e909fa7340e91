import { createContext, type ReactNode, useContext } from 'react';
import { ErrorSummary } from '../feedback/error-summary.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import styles from './form.module.css';
import type { FormState } from './use-form.ts';

const BusyContext = createContext(false);

/** A form around its fields: the summary on top, no validation by the browser. */
export function Form({
  form,
  label,
  refusal,
  dense = false,
  address,
  post = false,
  children,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: any form
  form: FormState<any>;
  /** Names the form where the screen has several. */
  label?: string;
  /** Titles the summary when the server refuses what was sent: "No pudo ingresar". */
  refusal?: string;
  /** For staff: closer and lower. */
  dense?: boolean;
  /** On a page of the public wing: where the answers go, by the address, when there is no script. */
  address?: string;
  /** Sent there by POST, by the browser itself, also where there is script: the answer is a page. */
  post?: boolean;
  children: ReactNode;
}) {
  return (
    <form
      noValidate
      method={post ? 'post' : undefined}
      action={address}
      aria-label={label}
      className={classes(styles.form, dense && styles.dense)}
      onSubmit={(event) => {
        if (post) return;
        event.preventDefault();
        void form.submit();
      }}
    >
      <ErrorSummary
        items={form.summary}
        attempt={form.attempt}
        title={form.refused ? refusal : undefined}
      />
      <BusyContext value={form.busy}>
        <div className={styles.fields}>{children}</div>
      </BusyContext>
    </form>
  );
}

/** A titled part of a form. */
export function Fieldset({
  legend,
  lead,
  children,
}: {
  legend: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {lead && <p className={styles.groupLead}>{lead}</p>}
      {children}
    </fieldset>
  );
}

/** Sends the form; busy and deaf while it is being sent. Other actions go beside it. */
export function SubmitButton({
  busyLabel = 'Enviando…',
  variant = 'primary',
  beside,
  children,
}: {
  busyLabel?: string;
  variant?: 'primary' | 'danger';
  beside?: ReactNode;
  children: ReactNode;
}) {
  const busy = useContext(BusyContext);
  return (
    <div className={styles.actions}>
      <Button type="submit" variant={variant} busy={busy}>
        {busy ? busyLabel : children}
      </Button>
      {beside}
    </div>
  );
}

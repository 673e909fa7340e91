import { type ReactNode, useId } from 'react';
import { IconWarning } from '../ui/icons.tsx';
import styles from './form.module.css';

/** What every field takes, whether or not it belongs to a `useForm`. */
export type CommonField<T> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  id?: string;
  name?: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Marked "(opcional)"; what is not marked is needed. */
  optional?: boolean;
  disabled?: boolean;
};

/** Ids that tie a control to its label, hint and error. */
export const useFieldIds = (given: string | undefined, hint: unknown, error: unknown) => {
  const own = useId();
  const id = given ?? own;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return {
    id,
    hintId,
    errorId,
    /** Spread on the control. */
    described: {
      'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
      'aria-invalid': error ? (true as const) : undefined,
    },
  };
};

export function LabelText({ label, optional }: { label: string; optional?: boolean | undefined }) {
  return (
    <>
      {label} {optional && <span className={styles.optional}>(opcional)</span>}
    </>
  );
}

export function HintAndError({
  hint,
  hintId,
  error,
  errorId,
}: {
  hint: ReactNode;
  hintId: string | undefined;
  error: string | undefined;
  errorId: string | undefined;
}) {
  return (
    <>
      {hint && (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
      {error && (
        <div id={errorId} className={styles.error}>
          <IconWarning width="1em" height="1em" />
          <span>
            <span className="sr-only">Error: </span>
            {error}
          </span>
        </div>
      )}
    </>
  );
}

/** Label above, hint, error, then the control. */
export function FieldFrame({
  ids: { id, hintId, errorId },
  label,
  optional,
  hint,
  error,
  children,
}: {
  ids: ReturnType<typeof useFieldIds>;
  label: string;
  optional: boolean | undefined;
  hint: ReactNode;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={styles.field} data-field="" data-invalid={error ? '' : undefined}>
      <label className={styles.label} htmlFor={id}>
        <LabelText label={label} optional={optional} />
      </label>
      <HintAndError hint={hint} hintId={hintId} error={error} errorId={errorId} />
      {children}
    </div>
  );
}

/** Several controls that answer one question: the question is the legend. */
export function FieldSet({
  ids: { id, hintId, errorId, described },
  label,
  optional,
  hint,
  error,
  children,
}: {
  ids: ReturnType<typeof useFieldIds>;
  label: string;
  optional: boolean | undefined;
  hint: ReactNode;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={styles.field} data-field="" data-invalid={error ? '' : undefined}>
      <fieldset
        className={styles.set}
        aria-describedby={described['aria-describedby']}
        data-set={id}
      >
        <legend className={styles.label}>
          <LabelText label={label} optional={optional} />
        </legend>
        <HintAndError hint={hint} hintId={hintId} error={error} errorId={errorId} />
        {children}
      </fieldset>
    </div>
  );
}

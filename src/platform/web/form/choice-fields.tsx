import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import { IconChevronDown } from '../ui/icons.tsx';
import { type CommonField, FieldFrame, FieldSet, HintAndError, useFieldIds } from './field.tsx';
import styles from './form.module.css';

export type Option = {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  readonly disabled?: boolean;
};

/** The browser's own select: works everywhere, with everything. */
export function SelectField({
  label,
  value,
  onChange,
  id,
  hint,
  error,
  optional,
  options,
  empty = 'Elija una opción',
  ...rest
}: CommonField<string> & {
  options: readonly Option[];
  /** First entry, for no choice; `null` leaves it out. */
  empty?: string | null;
}) {
  const ids = useFieldIds(id, hint, error);
  return (
    <FieldFrame ids={ids} label={label} optional={optional} hint={hint} error={error}>
      <div className={styles.selectBox}>
        <select
          {...rest}
          {...ids.described}
          id={ids.id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={classes(styles.control, styles.select)}
        >
          {empty !== null && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <IconChevronDown />
      </div>
    </FieldFrame>
  );
}

/** One of a few, all in sight. */
export function RadioGroupField({
  label,
  value,
  onChange,
  id,
  name,
  hint,
  error,
  optional,
  disabled,
  options,
  inline = false,
}: CommonField<string> & { options: readonly Option[]; inline?: boolean }) {
  const ids = useFieldIds(id, hint, error);
  return (
    <FieldSet ids={ids} label={label} optional={optional} hint={hint} error={error}>
      <div className={classes(styles.options, inline && styles.row)}>
        {options.map((option, i) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              // The summary's link goes to the first one.
              id={i === 0 ? ids.id : undefined}
              // Unique in the document: a kept screen may hold the same form hidden.
              name={`${ids.id}-${name ?? 'radio'}`}
              value={option.value}
              checked={value === option.value}
              disabled={disabled || option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
            {option.hint && <small>{option.hint}</small>}
          </label>
        ))}
      </div>
    </FieldSet>
  );
}

/** Several of a few. */
export function CheckboxGroupField({
  label,
  value,
  onChange,
  id,
  name,
  hint,
  error,
  optional,
  disabled,
  options,
}: CommonField<readonly string[]> & { options: readonly Option[] }) {
  const ids = useFieldIds(id, hint, error);
  const toggle = (option: string, on: boolean) =>
    onChange(on ? [...value, option] : value.filter((one) => one !== option));
  return (
    <FieldSet ids={ids} label={label} optional={optional} hint={hint} error={error}>
      <div className={styles.options}>
        {options.map((option, i) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="checkbox"
              id={i === 0 ? ids.id : undefined}
              name={name}
              value={option.value}
              checked={value.includes(option.value)}
              disabled={disabled || option.disabled}
              onChange={(event) => toggle(option.value, event.target.checked)}
            />
            <span>{option.label}</span>
            {option.hint && <small>{option.hint}</small>}
          </label>
        ))}
      </div>
    </FieldSet>
  );
}

/** One thing to accept or not. The label may hold a link (to the privacy notice). */
export function CheckboxField({
  label,
  value,
  onChange,
  id,
  name,
  hint,
  error,
  disabled,
}: Omit<CommonField<boolean>, 'label'> & { label: ReactNode }) {
  const ids = useFieldIds(id, hint, error);
  return (
    <div className={styles.field} data-field="" data-invalid={error ? '' : undefined}>
      <HintAndError hint={null} hintId={undefined} error={error} errorId={ids.errorId} />
      <label className={styles.choice}>
        <input
          type="checkbox"
          {...ids.described}
          id={ids.id}
          name={name}
          checked={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <div id={ids.hintId} className={classes(styles.hint, styles.under)}>
          {hint}
        </div>
      )}
    </div>
  );
}

import { useState } from 'react';
import { type DateParts, joinDate, splitDate } from './date.ts';
import { type CommonField, FieldSet, useFieldIds } from './field.tsx';
import styles from './form.module.css';

const PARTS = [
  { part: 'day', label: 'Día', autoComplete: 'bday-day', length: 2, className: styles.short },
  { part: 'month', label: 'Mes', autoComplete: 'bday-month', length: 10, className: styles.year },
  { part: 'year', label: 'Año', autoComplete: 'bday-year', length: 4, className: styles.year },
] as const;

/**
 * A date in three text fields, for dates people know by heart. The value is 'YYYY-MM-DD'; while it
 * is unfinished it holds what was typed, and `checkDate` says what is missing.
 */
export function DateField({
  label,
  value,
  onChange,
  id,
  name,
  hint = 'Por ejemplo, 27 3 1984',
  error,
  optional,
  disabled,
  birthday = false,
}: CommonField<string> & { birthday?: boolean }) {
  const ids = useFieldIds(id, hint, error);
  const [parts, setParts] = useState<DateParts>(() => splitDate(value));
  // Follows a value set from outside, but never reformats under the person's fingers.
  const [sent, setSent] = useState(value);
  if (value !== sent) {
    setSent(value);
    setParts(splitDate(value));
  }
  const change = (part: keyof DateParts, text: string) => {
    const next = { ...parts, [part]: text };
    setParts(next);
    const joined = joinDate(next);
    setSent(joined);
    onChange(joined);
  };
  return (
    <FieldSet ids={ids} label={label} optional={optional} hint={hint} error={error}>
      <div className={styles.dateParts}>
        {PARTS.map(({ part, label: partLabel, autoComplete, length, className }) => {
          const partId = part === 'day' ? ids.id : `${ids.id}-${part}`;
          return (
            <div key={part} className={className}>
              <label htmlFor={partId}>{partLabel}</label>
              <input
                id={partId}
                name={name && `${name}-${part}`}
                className={styles.control}
                inputMode={part === 'month' ? undefined : 'numeric'}
                autoComplete={birthday ? autoComplete : 'off'}
                maxLength={length}
                value={parts[part]}
                disabled={disabled}
                aria-invalid={error ? true : undefined}
                onChange={(event) => change(part, event.target.value)}
              />
            </div>
          );
        })}
      </div>
    </FieldSet>
  );
}

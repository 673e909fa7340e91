import { type ReactNode, useState } from 'react';
import { readNumber } from '../../../../../platform/shared/numbers.ts';
import { NumberField } from '../../../../../platform/web/form/index.ts';

const text = (value: number | null, divide: number): string =>
  value === null || Number.isNaN(value) ? '' : `${value / divide}`;

/**
 * A number that is kept as one: what does not read as a number is `NaN`, which no rule admits, and an empty field is null.
 * `divide`: what is kept is so many times what is read (hundredths).
 */
export function CifraField({
  label,
  value,
  onChange,
  id,
  error,
  hint,
  optional = false,
  divide = 1,
  disabled = false,
}: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  id?: string;
  error?: string | undefined;
  hint?: ReactNode;
  optional?: boolean;
  divide?: number;
  disabled?: boolean;
}) {
  const [written, setWritten] = useState(text(value, divide));
  const [sent, setSent] = useState(value);
  // Follows a value set from outside, but never reformats under the person's fingers.
  if (!Object.is(value, sent)) {
    setSent(value);
    setWritten(text(value, divide));
  }
  const change = (next: string) => {
    const read = readNumber(next);
    const number =
      next.trim() === '' ? null : read === null ? Number.NaN : Number((read * divide).toFixed(6));
    setWritten(next);
    setSent(number);
    onChange(number);
  };
  return (
    <NumberField
      label={label}
      value={written}
      onChange={change}
      decimal={divide > 1}
      optional={optional}
      disabled={disabled}
      {...(hint !== undefined && { hint })}
      {...(id && { id })}
      {...(error && { error })}
    />
  );
}

import { useState } from 'react';
import { readNumber } from '../../../../../platform/shared/numbers.ts';
import { NumberField } from '../../../../../platform/web/form/index.ts';

/**
 * A number of a draft; what is typed stays while it is none. Until it is one, an `optional` one is what it was; another is
 * missing, and that keeps the draft from being published.
 */
export function Numero({
  label,
  hint,
  value,
  decimal = false,
  optional = false,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  /** Undefined: there is none. */
  value: number | undefined;
  decimal?: boolean;
  optional?: boolean;
  onChange: (value: number | undefined) => void;
}) {
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const goodOf = (said: string): number | undefined => {
    const number = readNumber(said);
    return number !== null && (decimal || Number.isInteger(number)) ? number : undefined;
  };
  const wrong = text.trim() !== '' && goodOf(text) === undefined;
  // Undone, or joined with what another person wrote.
  if (!wrong && goodOf(text) !== value) setText(value === undefined ? '' : String(value));
  return (
    <NumberField
      label={label}
      hint={hint}
      optional={optional}
      decimal={decimal}
      value={text}
      error={wrong ? (decimal ? 'Escriba un número.' : 'Escriba un número entero.') : undefined}
      onChange={(next) => {
        setText(next);
        const number = goodOf(next);
        if (number !== undefined || next.trim() === '' || !optional) onChange(number);
      }}
    />
  );
}

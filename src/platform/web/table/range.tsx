import { useState } from 'react';
import { checkDate, isRealDate, splitDate } from '../form/date.ts';
import { DateField } from '../form/date-field.tsx';

/** What one end of a range is typed in, which the list follows once it is right, or nothing. */
export const useEnd = (
  value: string,
  isRight: (text: string) => boolean,
  onChange: (value: string | undefined) => void,
) => {
  const [typed, setTyped] = useState(value);
  const [followed, setFollowed] = useState(value);
  if (value !== followed) {
    setFollowed(value);
    setTyped(value);
  }
  const put = (text: string) => {
    setTyped(text);
    if (text !== '' && !isRight(text)) return;
    setFollowed(text);
    onChange(text || undefined);
  };
  return { typed, put };
};

export type EndProps = {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** One end of a range of days. */
export function Day({ label, value = '', onChange }: EndProps) {
  const { typed, put } = useEnd(value, isRealDate, onChange);
  const whole = splitDate(typed).year.length === 4;
  return (
    <DateField
      label={label}
      value={typed}
      onChange={put}
      hint="Día, mes y año: 5 3 2026"
      error={whole ? (checkDate(typed) ?? undefined) : undefined}
    />
  );
}

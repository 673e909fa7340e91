import { type HTMLAttributes, useState } from 'react';
import { classes } from '../ui/classes.ts';
import { IconEye, IconEyeOff } from '../ui/icons.tsx';
import { type CommonField, FieldFrame, useFieldIds } from './field.tsx';
import styles from './form.module.css';

type TextProps = CommonField<string> & {
  type?: 'text' | 'email' | 'tel' | 'url' | 'search';
  autoComplete?: string;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  maxLength?: number;
  readOnly?: boolean;
  spellCheck?: boolean;
  autoCapitalize?: string;
  /** CURP, folios: mono with clear 0/O. */
  mono?: boolean;
  onBlur?: () => void;
};

/** One line of text. Accepts what is typed as it is: normalising belongs to the rules. */
export function TextField({
  label,
  value,
  onChange,
  id,
  hint,
  error,
  optional,
  mono,
  type = 'text',
  ...rest
}: TextProps) {
  const ids = useFieldIds(id, hint, error);
  return (
    <FieldFrame ids={ids} label={label} optional={optional} hint={hint} error={error}>
      <input
        {...rest}
        {...ids.described}
        id={ids.id}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classes(styles.control, mono && styles.mono)}
        {...(mono && { placeholder: ' ' })}
      />
    </FieldFrame>
  );
}

/** A number typed as text: no arrows, no surprises with the wheel, commas allowed. */
export function NumberField({
  decimal = false,
  ...rest
}: Omit<TextProps, 'type' | 'inputMode'> & { decimal?: boolean }) {
  return (
    <TextField
      autoComplete="off"
      spellCheck={false}
      {...rest}
      inputMode={decimal ? 'decimal' : 'numeric'}
    />
  );
}

/** A password that can be seen and pasted. */
export function PasswordField({
  label,
  value,
  onChange,
  id,
  hint,
  error,
  optional,
  autoComplete = 'current-password',
  ...rest
}: CommonField<string> & {
  autoComplete?: 'current-password' | 'new-password';
  onBlur?: () => void;
}) {
  const ids = useFieldIds(id, hint, error);
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame ids={ids} label={label} optional={optional} hint={hint} error={error}>
      <div className={styles.passwordBox}>
        <input
          {...rest}
          {...ids.described}
          id={ids.id}
          type={shown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className={styles.control}
        />
        <button
          type="button"
          className={styles.reveal}
          aria-controls={ids.id}
          onClick={() => setShown((was) => !was)}
        >
          {shown ? <IconEyeOff /> : <IconEye />}
          <span>
            {shown ? 'Ocultar' : 'Mostrar'}
            <span className="sr-only"> {label.toLowerCase()}</span>
          </span>
        </button>
      </div>
    </FieldFrame>
  );
}

/** How much more may be written, or how much is too much. */
const describeLeft = (left: number): string => {
  const n = Math.abs(left);
  if (n === 1) return left > 0 ? 'Le queda 1 carácter' : 'Sobra 1 carácter';
  return `${left < 0 ? 'Sobran' : 'Le quedan'} ${n.toLocaleString('es-MX')} caracteres`;
};

/** Several lines. With `maxLength` it counts what is left instead of cutting what is pasted. */
export function TextAreaField({
  label,
  value,
  onChange,
  id,
  hint,
  error,
  optional,
  maxLength,
  rows = 5,
  ...rest
}: CommonField<string> & {
  maxLength?: number;
  rows?: number;
  onBlur?: () => void;
}) {
  const ids = useFieldIds(id, hint, error);
  const left = maxLength === undefined ? null : maxLength - value.length;
  return (
    <FieldFrame ids={ids} label={label} optional={optional} hint={hint} error={error}>
      <textarea
        {...rest}
        {...ids.described}
        id={ids.id}
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={styles.control}
      />
      {left !== null && <p className={styles.count}>{describeLeft(left)}</p>}
    </FieldFrame>
  );
}

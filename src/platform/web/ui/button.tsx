import type { ComponentProps, ReactNode } from 'react';
import { Link } from '../router.tsx';
import styles from './button.module.css';
import { classes } from './classes.ts';

type Look = {
  /** One `primary` a screen: its main action. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'normal' | 'small';
  icon?: ReactNode;
  /** A quiet one at the edge of a column: its text stands on the edge, not its box. */
  flush?: boolean;
};

const look = ({ variant = 'secondary', size, flush }: Look, extra?: string) =>
  classes(
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    flush && styles.flush,
    extra,
  );

/** A button. While `busy` it stays focusable, says so and ignores presses. */
export function Button({
  variant,
  size,
  icon,
  flush,
  busy = false,
  className,
  onClick,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ variant, size, flush }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere, a button does something. */
export function LinkButton({
  variant,
  size,
  icon,
  flush,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & Look) {
  return (
    <Link {...rest} className={look({ variant, size, flush }, className)}>
      {icon}
      {children}
    </Link>
  );
}

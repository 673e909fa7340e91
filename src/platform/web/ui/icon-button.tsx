import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './icon-button.module.css';

/**
 * A button that shows an icon alone: `label` is its name. `onClick` null: there is nothing to do just now. It
 * keeps the focus, which `disabled` would lose.
 */
export function IconButton({
  label,
  onClick,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'onClick' | 'aria-label'> & {
  label: string;
  onClick?: ComponentProps<'button'>['onClick'] | null;
}) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, className)}
      aria-label={label}
      aria-disabled={onClick === null || undefined}
      onClick={onClick ?? undefined}
    >
      {children}
    </button>
  );
}

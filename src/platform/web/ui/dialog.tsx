import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { isShown } from '../focus/keeper.ts';
import { classes } from './classes.ts';
import styles from './dialog.module.css';
import { IconCross } from './icons.tsx';

/**
 * A modal over the screen, on the browser's own `<dialog>` (focus kept inside, Esc closes). Open it
 * with `useDisclosure`, so that leaving the screen closes it.
 */
export function Dialog({
  opened,
  onClose,
  title,
  actions,
  wide = false,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  actions?: ReactNode;
  /** For tables: takes the width there is. */
  wide?: boolean;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A layout effect: it is closed while it still is in the document, so that the browser gives the
  // focus back also when the dialog is taken away instead of closed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!opened || !dialog) return;
    dialog.showModal();
    begin(dialog);
    // A dialog left open while its screen hides would block the whole page.
    return () => dialog.close();
  }, [opened]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way, given by the browser
    <dialog
      ref={ref}
      className={classes(styles.dialog, wide && styles.wide)}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      {opened && (
        <>
          <div className={styles.head}>
            <h2 id={id} tabIndex={-1}>
              {title}
            </h2>
            <button type="button" className={styles.close} onClick={onClose} aria-label="Cerrar">
              <IconCross />
            </button>
          </div>
          <div className={styles.body}>
            {children}
            {actions && <div className={styles.actions}>{actions}</div>}
          </div>
        </>
      )}
    </dialog>
  );
}

const FIELDS = 'input:not([type="hidden"]), select, textarea';

/** The focus on the first field (of options, the chosen one); where there is nothing to fill in, on the title. */
const begin = (dialog: HTMLDialogElement): void => {
  const fields = [...dialog.querySelectorAll<HTMLInputElement>(FIELDS)].filter(
    (field) => isShown(field) && !field.disabled,
  );
  const first = fields[0];
  const chosen =
    first?.type === 'radio' && fields.find(({ name, checked }) => name === first.name && checked);
  (chosen || first || dialog.querySelector('h2'))?.focus();
};

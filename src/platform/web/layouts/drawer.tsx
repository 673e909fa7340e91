import { type ReactNode, useEffect, useRef } from 'react';
import { useOnHide } from '../keep-alive/keep-alive.tsx';
import { IconCross } from '../ui/icons.tsx';
import styles from './main-layout.module.css';

/** The navigation on a small screen: the browser's own modal dialog, from the left edge. */
export function Drawer({
  opened,
  onClose,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useOnHide(onClose);
  useEffect(() => {
    const dialog = ref.current;
    if (!opened || !dialog) return;
    dialog.showModal();
    return () => dialog.close();
  }, [opened]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way, given by the browser
    <dialog
      ref={ref}
      className={styles.drawer}
      aria-label="Menú"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      {opened && (
        <div className={styles.drawerBody}>
          <button type="button" className={styles.iconButton} onClick={onClose}>
            <IconCross />
            <span>Cerrar</span>
          </button>
          {children}
        </div>
      )}
    </dialog>
  );
}

import { useEffect, useId, useRef, useState } from 'react';
import { initialsOf, properName } from '../../shared/names.ts';
import { useDisclosure } from '../keep-alive/keep-alive.tsx';
import { Link } from '../router.tsx';
import type { NavItem } from '../routes.ts';
import type { SessionUser } from '../session/store.ts';
import { IconChevronDown, IconSignOut } from '../ui/icons.tsx';
import styles from './account-menu.module.css';
import { AppearanceChoice } from './appearance.tsx';

/** Who is signed in, how the portal looks, and the way out. A disclosure, not an ARIA menu. */
export function AccountMenu({
  user,
  items,
  onSignOut,
}: {
  user: SessionUser;
  items: readonly NavItem[];
  onSignOut: () => Promise<void>;
}) {
  const [opened, { toggle, close }] = useDisclosure();
  const [leaving, setLeaving] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useDismiss(opened, box, (byKey) => {
    close();
    if (byKey) button.current?.focus();
  });
  const name = properName(user.displayName) || user.email;
  return (
    <div ref={box} className={styles.account}>
      <button
        ref={button}
        type="button"
        className={styles.accountButton}
        aria-expanded={opened}
        aria-controls={id}
        onClick={toggle}
      >
        {user.photoURL ? (
          <img src={user.photoURL} alt="" className={styles.avatar} />
        ) : (
          <span className={styles.avatar} aria-hidden="true">
            {initialsOf(name)}
          </span>
        )}
        <span className={styles.accountName}>
          <span className="sr-only">Cuenta de </span>
          {name}
        </span>
        <IconChevronDown width="1em" height="1em" />
      </button>
      <div id={id} className={styles.panel} hidden={!opened}>
        <p className={styles.panelName}>{name}</p>
        <p className={styles.panelEmail}>{user.email}</p>
        {items
          .filter((item) => item.visible?.(user) ?? true)
          .map(({ label, to, icon: Icon }) => (
            <Link
              key={label}
              to={typeof to === 'function' ? to(user) : to}
              className={styles.panelEntry}
              onClick={close}
            >
              <Icon />
              {label}
            </Link>
          ))}
        <div className={styles.appearance}>
          <AppearanceChoice />
        </div>
        <button
          type="button"
          className={styles.panelEntry}
          aria-disabled={leaving || undefined}
          onClick={() => {
            if (leaving) return;
            setLeaving(true);
            void onSignOut().finally(() => setLeaving(false));
          }}
        >
          <IconSignOut />
          {leaving ? 'Cerrando la sesión…' : 'Cerrar sesión'}
        </button>
      </div>
    </div>
  );
}

/** Esc, a press elsewhere, or the focus gone elsewhere. */
const useDismiss = (
  opened: boolean,
  box: React.RefObject<HTMLElement | null>,
  dismiss: (byKey: boolean) => void,
): void => {
  const latest = useRef(dismiss);
  useEffect(() => {
    latest.current = dismiss;
  });
  useEffect(() => {
    if (!opened) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current(true);
    };
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) {
        latest.current(false);
      }
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [opened, box]);
};

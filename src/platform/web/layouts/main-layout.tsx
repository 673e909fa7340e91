import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useScreenChange } from '../keep-alive/navigation.ts';
import { Link } from '../router.tsx';
import type { NavItem } from '../routes.ts';
import { useUser } from '../session/react.tsx';
import { classes } from '../ui/classes.ts';
import { IconMenu, IconSidebar } from '../ui/icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Drawer } from './drawer.tsx';
import frame from './frame.module.css';
import { InstitutionMark } from './institution.tsx';
import styles from './main-layout.module.css';
import { Navigation } from './navigation.tsx';
import { isNavigationNarrow, rememberNavigationNarrow } from './navigation-width.ts';
import type { FooterLink } from './public-frame.tsx';
import { SkipLink } from './skip-link.tsx';

export type MainLayoutProps = {
  readonly path: string;
  readonly home: string;
  readonly navigation: readonly NavItem[];
  readonly onSignOut: () => Promise<void>;
  /** Help and legal texts, below the navigation. */
  readonly footer?: readonly FooterLink[] | undefined;
  /** Links of the person's own in the account menu. */
  readonly account?: readonly NavItem[] | undefined;
  /** Search of everything; without it nothing is shown. */
  readonly search?: ReactNode;
  /** Bell, help. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
};

/** Frame of the signed-in screens: tasks on the left, institution and account above. */
export default function MainLayout({
  path,
  home,
  navigation,
  account = [],
  footer = [],
  onSignOut,
  search,
  tools,
  children,
}: MainLayoutProps) {
  const main = useRef<HTMLElement>(null);
  const bar = useRef<HTMLElement>(null);
  useScreenChange(main, `main:${path}`);
  useBarHeight(bar);
  const user = useUser();
  const [collapsed, setCollapsed] = useState(isNavigationNarrow);
  const [drawer, setDrawer] = useState(false);
  const items = navigation.filter((item) => item.visible?.(user) ?? true);
  const toggle = () => {
    rememberNavigationNarrow(!collapsed);
    setCollapsed(!collapsed);
  };
  return (
    <div className={classes(collapsed && styles.collapsed)}>
      <SkipLink target={main} />
      <header ref={bar} className={classes(frame.bar, styles.bar)}>
        {items.length > 0 && (
          <button
            type="button"
            className={classes(styles.iconButton, styles.opener)}
            aria-haspopup="dialog"
            aria-expanded={drawer}
            onClick={() => setDrawer(true)}
          >
            <IconMenu />
            <span>Menú</span>
          </button>
        )}
        <InstitutionMark home={home} compact />
        <div className={styles.tools}>
          {search}
          {tools}
          <AccountMenu user={user} items={account} onSignOut={onSignOut} />
        </div>
      </header>
      <div className={styles.columns}>
        {items.length > 0 && (
          <aside className={styles.side}>
            <Navigation items={items} user={user} collapsed={collapsed} />
            <Legal links={footer} />
            <button
              type="button"
              className={styles.collapse}
              aria-pressed={collapsed}
              onClick={toggle}
              title={collapsed ? 'Ensanchar el menú' : undefined}
            >
              <IconSidebar />
              <span>Menú angosto</span>
            </button>
          </aside>
        )}
        <main ref={main} tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>
      <Drawer opened={drawer} onClose={() => setDrawer(false)}>
        <Navigation items={items} user={user} onGo={() => setDrawer(false)} />
        <Legal links={footer} onGo={() => setDrawer(false)} />
      </Drawer>
    </div>
  );
}

/** Keeps `--bar` on the document: how much of the window's top the bar covers, for what stays under it. */
const useBarHeight = (bar: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = () => {
      const element = bar.current;
      const covers = element && getComputedStyle(element).position === 'sticky';
      style.setProperty('--bar', `${covers ? element.offsetHeight : 0}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (bar.current) observer.observe(bar.current);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
      style.removeProperty('--bar');
    };
  }, [bar]);
};

/** What is at the foot of the public pages. */
function Legal({ links, onGo }: { links: readonly FooterLink[]; onGo?: () => void }) {
  if (links.length === 0) return null;
  return (
    <nav className={styles.legal} aria-label="Ayuda y textos legales">
      {links.map(({ label, to }) => (
        <Link key={to} to={to} onClick={onGo}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

import { useId } from 'react';
import { NavLink } from 'react-router';
import type { NavItem } from '../routes.ts';
import type { SessionUser } from '../session/store.ts';
import { formatNumber } from '../ui/format.ts';
import styles from './main-layout.module.css';

const toOf = (item: NavItem, user: SessionUser): string =>
  typeof item.to === 'function' ? item.to(user) : item.to;

/** The groups in the order in which they first appear. */
export const groupItems = (items: readonly NavItem[]): [group: string, items: NavItem[]][] => {
  const groups = new Map<string, NavItem[]>();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups];
};

/** Left navigation, by task. */
export function Navigation({
  items,
  user,
  collapsed = false,
  onGo,
}: {
  items: readonly NavItem[];
  user: SessionUser;
  collapsed?: boolean;
  onGo?: () => void;
}) {
  const id = useId();
  return (
    <nav className={styles.nav} aria-label="Principal">
      {groupItems(items).map(([group, entries], i) => (
        <div key={group} className={styles.group}>
          <p id={`${id}-${i}`} className={styles.groupName}>
            {group}
          </p>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
          <ul role="list" aria-labelledby={`${id}-${i}`}>
            {entries.map((item) => (
              <li key={item.label}>
                <Entry item={item} to={toOf(item, user)} collapsed={collapsed} onGo={onGo} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const useNoCount = () => undefined;

function Entry({
  item: { label, icon: Icon, useCount = useNoCount },
  to,
  collapsed,
  onGo,
}: {
  item: NavItem;
  to: string;
  collapsed: boolean;
  onGo: (() => void) | undefined;
}) {
  const count = useCount();
  return (
    <NavLink
      to={to}
      end={to === '/'}
      className={styles.entry}
      title={collapsed ? label : undefined}
      onClick={onGo}
    >
      <Icon />
      <span className={styles.entryLabel}>{label}</span>
      {count ? (
        <span className={styles.count}>
          {formatNumber(count)}
          <span className="sr-only"> por atender</span>
        </span>
      ) : null}
    </NavLink>
  );
}

import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../router.tsx';
import type { NavItem } from '../routes.ts';
import type { SessionUser } from '../session/store.ts';
import { formatNumber } from '../ui/format.ts';
import { IconChevronDown } from '../ui/icons.tsx';
import styles from './main-layout.module.css';
import { currentOf, filterItems, groupItems } from './navigation-items.ts';
import { readClosedGroups, rememberClosedGroups } from './navigation-width.ts';

const toOf = (item: NavItem, user: SessionUser): string =>
  typeof item.to === 'function' ? item.to(user) : item.to;

/** From so many entries on the menu can be filtered. */
const MANY = 8;

/** Left navigation, by task: groups that fold, unless it is narrow (icons, whose names are said and shown on pointing). */
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
  const [closed, setClosed] = useState(readClosedGroups);
  const [text, setText] = useState('');
  const here = currentOf(
    items.map((item) => toOf(item, user)),
    useLocation(),
  );
  const filtered = collapsed ? items : filterItems(items, text);
  const fold = (group: string) => {
    const next = closed.includes(group)
      ? closed.filter((one) => one !== group)
      : [...closed, group];
    setClosed(next);
    rememberClosedGroups(next);
  };
  return (
    <nav className={styles.nav} aria-label="Principal">
      {!collapsed && items.length >= MANY && (
        <div className={styles.filter}>
          <input
            type="search"
            value={text}
            aria-label="Filtrar el menú"
            placeholder="Filtrar el menú"
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
          <p role="status" className={filtered.length > 0 ? 'sr-only' : styles.none}>
            {text.trim() !== '' &&
              (filtered.length === 0
                ? 'Nada en el menú se llama así.'
                : `${filtered.length} en el menú`)}
          </p>
        </div>
      )}
      {groupItems(filtered).map(([group, entries], i) => {
        const open = collapsed || text.trim() !== '' || !closed.includes(group);
        return (
          <div key={group} className={styles.group}>
            {collapsed ? (
              <p id={`${id}-${i}`} className={styles.groupName}>
                {group}
              </p>
            ) : (
              <button
                id={`${id}-${i}`}
                type="button"
                className={styles.groupName}
                aria-expanded={open}
                onClick={() => fold(group)}
              >
                <span>{group}</span>
                <IconChevronDown />
              </button>
            )}
            {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
            <ul role="list" aria-labelledby={`${id}-${i}`} hidden={!open}>
              {entries.map((item) => {
                const to = toOf(item, user);
                return (
                  <Entry
                    key={item.label}
                    item={item}
                    to={to}
                    current={to === here}
                    collapsed={collapsed}
                    onGo={onGo}
                  />
                );
              })}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

const useNoCount = () => undefined;

function Entry({
  item: { label, icon: Icon, useCount = useNoCount, onlyCounted = false },
  to,
  current,
  collapsed,
  onGo,
}: {
  item: NavItem;
  to: string;
  current: boolean;
  collapsed: boolean;
  onGo: (() => void) | undefined;
}) {
  const count = useCount();
  if (onlyCounted && count === undefined) return null;
  return (
    <li>
      <Link
        to={to}
        className={styles.entry}
        aria-current={current ? 'page' : undefined}
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
      </Link>
    </li>
  );
}

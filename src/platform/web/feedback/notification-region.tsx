import { useEffect, useState, useSyncExternalStore } from 'react';
import { classes } from '../ui/classes.ts';
import { iconOfTone, toneClass } from '../ui/estado.tsx';
import { IconCross } from '../ui/icons.tsx';
import styles from './feedback.module.css';
import {
  NOTICE_MS,
  type NoticeAction,
  type Notification,
  notifications,
  notify,
} from './notifications.ts';

/** Where notifications appear. Once, beside the layouts. */
export function NotificationRegion() {
  const list = useSyncExternalStore(notifications.subscribe, notifications.get);
  const errors = list.filter(({ tone }) => tone === 'danger');
  const others = list.filter(({ tone }) => tone !== 'danger');
  return (
    <section className={styles.region} aria-label="Avisos">
      {/* Both live regions exist from the start: one added with its text would not be read. */}
      <div role="alert">
        {errors.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </div>
      <div role="status">
        {others.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </div>
    </section>
  );
}

function Item({ item: { id, tone, message, action } }: { item: Notification }) {
  const [held, setHeld] = useState(false);
  const passes = tone !== 'danger';
  useEffect(() => {
    if (!passes || held) return;
    const timer = setTimeout(() => notify.close(id), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [id, passes, held]);
  const Icon = iconOfTone(tone);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the time while it is read
    <div
      className={classes(styles.notification, toneClass(tone))}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon />
      <div>
        <p>{message}</p>
        {action && <Action id={id} action={action} />}
      </div>
      <button type="button" aria-label="Cerrar aviso" onClick={() => notify.close(id)}>
        <IconCross />
      </button>
    </div>
  );
}

function Action({ id, action }: { id: number; action: NoticeAction }) {
  const close = () => notify.close(id);
  if ('href' in action) {
    return (
      <a href={action.href} download={action.download} onClick={close}>
        {action.label}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={styles.act}
      onClick={() => {
        close();
        action.run();
      }}
    >
      {action.label}
    </button>
  );
}

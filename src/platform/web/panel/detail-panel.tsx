import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { Slots } from '../feature.ts';
import { Loading } from '../feedback/loading.tsx';
import { useUser } from '../session/react.tsx';
import type { RowAction } from '../table/action-menu.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Discard } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { IconChevronDown, IconCross } from '../ui/icons.tsx';
import { IconArrowLeft } from '../ui/icons-of-screens.tsx';
import { holdUnsaved } from '../unsaved.ts';
import styles from './list-detail.module.css';
import type { DetailState } from './use-detail.ts';

/** Keys that a control keeps for itself. */
const OWN_KEYS = 'input, select, textarea, [role=menu], [role=menuitem], dialog, dialog *';

/**
 * All of one record beside its list. ↑ and ↓ go to the one before and the next of the page (`ids`), Esc closes it;
 * a form inside keeps its own keys.
 */
export function DetailPanel({
  detail,
  ids,
  noun,
  title,
  back,
  busy = false,
  unsaved = false,
  onDiscard,
  meta,
  children,
}: {
  detail: DetailState;
  /** The records in sight in the list, in their order. */
  ids: readonly string[];
  /** «la cuenta», for its buttons. */
  noun: string;
  title: string;
  /** «Usuarios»: what there is to go back to where the record is a page. */
  back: string;
  /** Something is being written in it: neither keys nor buttons leave it. */
  busy?: boolean;
  /** It would be lost: Back, another record and closing the window ask first. */
  unsaved?: boolean;
  /** It may be lost: the editing ends. */
  onDiscard?: () => void;
  /** State and the like, under the title. */
  meta?: ReactNode;
  children: ReactNode;
}) {
  const name = useId();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, go, close } = detail;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each record, and its name when it is known
  useEffect(() => {
    if (panel.current?.contains(document.activeElement)) return;
    heading.current?.focus({ preventScroll: true });
    panel.current?.scrollTo({ top: 0 });
    // Alone, as a page: from far down the list, its name would be above what is seen.
    if (panel.current && isAbove(panel.current)) panel.current.scrollIntoView();
  }, [id]);
  const at = ids.indexOf(id ?? '');
  const step = (by: number): (() => void) | null => {
    const next = at < 0 || busy ? undefined : ids[at + by];
    return next === undefined ? null : () => go(next);
  };
  useEscape(busy ? null : close);
  const [asking, setAsking] = useState<{ at: number; leave: () => void } | null>(null);
  const holds = useRef(unsaved);
  useEffect(() => {
    holds.current = unsaved;
  });
  useEffect(() => {
    if (!busy) return;
    return holdUnsaved({
      has: () => holds.current,
      ask: (leave) => setAsking({ at: Date.now(), leave }),
    });
  }, [busy]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if ((event.target as Element).matches(OWN_KEYS) || event.defaultPrevented || busy) return;
    const key: Record<string, (() => void) | null> = {
      ArrowUp: step(-1),
      ArrowDown: step(1),
    };
    const act = Object.hasOwn(key, event.key) ? key[event.key] : null;
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <section ref={panel} className={styles.panel} aria-labelledby={name} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        {!busy && (
          <div className={styles.bar}>
            <Button
              size="small"
              variant="quiet"
              icon={<IconArrowLeft />}
              className={styles.back}
              onClick={close}
            >
              {back}
            </Button>
            {ids.length > 0 && (
              <>
                <Step label={`Ver ${noun} anterior`} up go={step(-1)} />
                <Step label={`Ver ${noun} siguiente`} go={step(1)} />
              </>
            )}
            <IconButton
              label={`Cerrar ${noun}`}
              className={classes(styles.icon, styles.close)}
              title="Cerrar (Esc)"
              onClick={close}
            >
              <IconCross />
            </IconButton>
          </div>
        )}
        <h2 ref={heading} id={name} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {meta && <div className={styles.meta}>{meta}</div>}
        <p role="status" className="sr-only">
          {at >= 0 && `${title}, ${at + 1} de ${ids.length}`}
        </p>
      </div>
      {children}
      {asking && (
        <Discard
          key={asking.at}
          onStay={() => setAsking(null)}
          onDiscard={() => {
            setAsking(null);
            // Whoever asks again meanwhile is not asked once more.
            holds.current = false;
            onDiscard?.();
            asking.leave();
          }}
        />
      )}
    </section>
  );
}

/** Whether it begins above what is seen of the page, or under the bar on top of it. */
const isAbove = (element: HTMLElement): boolean =>
  element.getBoundingClientRect().top <
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart);

/** Esc, wherever the focus is, but in a field, or while something lies over the screen that Esc closes. */
const useEscape = (close: (() => void) | null): void => {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !close) return;
      const { target } = event;
      if (target instanceof Element && target.matches(OWN_KEYS)) return;
      if (document.querySelector('dialog[open], :popover-open')) return;
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
};

/** Not `disabled`: the focus would be lost on reaching the last one. */
function Step({ label, up, go }: { label: string; up?: boolean; go: (() => void) | null }) {
  return (
    <IconButton
      label={label}
      className={classes(styles.icon, up && styles.up)}
      title={label}
      onClick={go}
    >
      <IconChevronDown />
    </IconButton>
  );
}

/** A part of a record under its own heading. */
export function DetailSection({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h3 id={id}>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}

/** What the history says of the record, to whom may see it. */
export function DetailHistory({
  pieces,
  entidad,
  id,
}: {
  pieces: readonly Slots['historialDeRegistro'][];
  /** Kind of record, as the history calls it. */
  entidad: string;
  id: string;
}) {
  const user = useUser();
  return pieces
    .filter((piece) => piece.for(user))
    .map(({ Contenido }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      <DetailSection key={i} title="Historial">
        {/* Here, so that the panel stays while it comes: hidden, it would lose the focus. */}
        <Suspense fallback={<Loading shape="list" />}>
          <Contenido entidad={entidad} id={id} />
        </Suspense>
      </DetailSection>
    ));
}

/** What can be done to the record: what its row offers in its menu. */
export function DetailActions({ actions }: { actions: readonly RowAction[] }) {
  return (
    <div className={styles.actions}>
      {actions.map(({ label, danger, onSelect }, i) => (
        <Button
          // By its place: one that takes the place of another («Habilitar») keeps its focus.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what stays
          key={i}
          size="small"
          className={danger ? styles.dangerous : undefined}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

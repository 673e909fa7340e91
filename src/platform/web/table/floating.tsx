import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './table.module.css';

const GAP = 4;
const MARGIN = 8;

/** Below the button, or above where there is more room; never out of the window, nor under its scroll bar. */
const place = (panel: HTMLElement, anchor: Element): void => {
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const roomBelow = window.innerHeight - bottom - GAP - MARGIN;
  const roomAbove = top - GAP - MARGIN;
  panel.style.maxBlockSize = '';
  // As wide as it would like to be, wherever it is: where it was told to be leaves it less room.
  panel.style.insetInlineStart = '0px';
  const { offsetWidth: width, offsetHeight: natural } = panel;
  const below = natural <= roomBelow || roomBelow >= roomAbove;
  const room = below ? roomBelow : roomAbove;
  // Reckoned, not measured again: the change may be on its way (a transition).
  const height = Math.min(natural, room);
  // Without the page's scroll bar.
  const fits = left + width + MARGIN <= document.documentElement.clientWidth;
  panel.style.maxBlockSize = `${room}px`;
  panel.style.insetInlineStart = `${fits ? left : Math.max(MARGIN, right - width)}px`;
  panel.style.insetBlockStart = `${below ? bottom + GAP : top - GAP - height}px`;
};

/**
 * A panel over the screen on the browser's own popover: it is on top of everything, closes with Esc
 * or a press elsewhere and gives the focus back. Spread `button` on what opens it; one panel may
 * serve many buttons.
 */
export const useFloating = () => {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const anchor = useRef<Element | null>(null);
  const [opened, setOpened] = useState(false);
  // Top layer or not, the panel of a screen that is hidden must be closed when it returns: effects stop with it.
  useEffect(
    () => () => {
      panel.current?.hidePopover();
      setOpened(false);
    },
    [],
  );
  useEffect(() => {
    if (!opened) return;
    const onScroll = (event: Event) => {
      if (event.target instanceof Node && panel.current?.contains(event.target)) return;
      panel.current?.hidePopover();
    };
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', onScroll, { capture: true });
  }, [opened]);
  return {
    id,
    panel,
    anchor,
    opened,
    setOpened,
    close: () => panel.current?.hidePopover(),
    button: (onClick?: () => void) => ({
      popoverTarget: id,
      onClick: (event: { currentTarget: Element }) => {
        anchor.current = event.currentTarget;
        onClick?.();
      },
    }),
  };
};

export type FloatingHandle = ReturnType<typeof useFloating>;

export function Floating({
  handle,
  label,
  role = 'group',
  onOpen,
  onKeyDown,
  children,
}: {
  handle: FloatingHandle;
  label: string;
  role?: 'group' | 'menu';
  onOpen?: (panel: HTMLElement) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>, panel: HTMLElement) => void;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the role is given
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is given
    <div
      ref={handle.panel}
      id={handle.id}
      popover="auto"
      role={role}
      aria-label={label}
      className={styles.floating}
      onToggle={(event) => {
        const element = event.currentTarget;
        const opens = (event.nativeEvent as ToggleEvent).newState === 'open';
        handle.setOpened(opens);
        if (!opens || !handle.anchor.current) return;
        place(element, handle.anchor.current);
        onOpen?.(element);
      }}
      onKeyDown={(event) => onKeyDown?.(event, event.currentTarget)}
    >
      {children}
    </div>
  );
}

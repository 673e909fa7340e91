import type { ComponentType, SVGProps } from 'react';
import { lookUp } from '../../shared/look-up.ts';
import { classes } from '../ui/classes.ts';
import { Floating, type FloatingHandle } from './floating.tsx';
import styles from './table.module.css';

/** Something that can be done to one row. */
export type RowAction = {
  readonly label: string;
  readonly icon?: ComponentType<SVGProps<SVGSVGElement>>;
  readonly danger?: boolean;
  readonly onSelect: () => void;
};

const itemsOf = (panel: HTMLElement): HTMLElement[] => [
  ...panel.querySelectorAll<HTMLElement>('[role=menuitem]'),
];

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The one menu of a table, for whichever row asked for it. */
export function ActionMenu({
  handle,
  label,
  actions,
}: {
  handle: FloatingHandle;
  label: string;
  actions: readonly RowAction[];
}) {
  return (
    <Floating
      handle={handle}
      role="menu"
      label={label}
      onOpen={(panel) => itemsOf(panel)[0]?.focus()}
      onKeyDown={(event, panel) => {
        if (event.key === 'Tab') return handle.close();
        const step = lookUp(STEPS, event.key);
        if (!step) return;
        event.preventDefault();
        const items = itemsOf(panel);
        const at = items.indexOf(document.activeElement as HTMLElement);
        items[step(at, items.length)]?.focus();
      }}
    >
      {actions.map(({ label: text, icon: Icon, danger, onSelect }) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={classes(styles.menuItem, danger && styles.menuDanger)}
          onClick={() => {
            // First, so that a dialog opened now gives the focus back to the row's button.
            handle.close();
            onSelect();
          }}
        >
          {Icon && <Icon />}
          {text}
        </button>
      ))}
    </Floating>
  );
}

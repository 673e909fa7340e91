import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { formatNumber } from '../ui/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconChevronDown, IconCross } from '../ui/icons.tsx';
import { ActionMenu, type RowAction } from './action-menu.tsx';
import { useFloating } from './floating.tsx';
import { EVERYTHING, NOTHING } from './selection.ts';
import styles from './table.module.css';
import type { BulkAction, Noun } from './types.ts';
import type { Chosen } from './use-selection.ts';
import type { Total } from './use-total.ts';

/**
 * The line over the rows, always as high: how many there are, or how many are chosen and what can be done to
 * them. What does not fit goes behind one button, so that nothing is out of reach and no row moves.
 */
export function Strip({
  said,
  noun,
  chosen,
  actions,
  narrowed,
  all,
  children,
}: {
  /** What it says while nothing is chosen. */
  said: string;
  noun: Noun;
  chosen: Chosen;
  actions: readonly BulkAction[];
  /** Whether a search or a filter leaves something out. */
  narrowed: boolean;
  /** All that the filters let through; null: only rows of one's own choice. */
  all: Total | null;
  /** Order and view, while nothing is chosen. */
  children: ReactNode;
}) {
  const { count } = chosen;
  const choosing = actions.length > 0 && count > 0;
  const [the, filtered] = noun.feminine ? ['las', 'filtradas'] : ['los', 'filtrados'];
  const known = all?.known ?? null;
  // Not only once the page is full: cards have no box that takes the whole page.
  const offersAll =
    all !== null && (known === null || count < known) && chosen.selection.mode === 'some';
  const many =
    known === null ? `tod${noun.feminine ? 'as' : 'os'} ${the}` : `${the} ${formatNumber(known)}`;
  const clear = () => chosen.set(NOTHING);
  const offered: RowAction[] = [
    ...(offersAll
      ? [
          {
            label: `Seleccionar ${many} ${noun.many}${narrowed ? ` ${filtered}` : ''}`,
            onSelect: () => all.count(() => chosen.set(EVERYTHING)),
          },
        ]
      : []),
    ...actions.map(({ run, ...action }) => ({
      ...action,
      onSelect: () => run(chosen.bulk(), clear),
    })),
  ];
  return (
    <div
      tabIndex={-1}
      className={styles.strip}
      data-choosing={choosing ? '' : undefined}
      {...(choosing && { role: 'region', 'aria-label': 'Acciones con lo seleccionado' })}
    >
      {choosing && (
        <IconButton
          label="Quitar selección"
          className={styles.iconButton}
          title="Quitar selección"
          onClick={clear}
        >
          <IconCross />
        </IconButton>
      )}
      <p role="status" className={styles.count}>
        {choosing ? <Counted {...{ count, noun }} /> : said}
      </p>
      {choosing ? <Fitting actions={offered} /> : <div className={styles.view}>{children}</div>}
    </div>
  );
}

function Counted({ count, noun }: { count: number; noun: Noun }) {
  return (
    <strong>
      {formatNumber(count)}{' '}
      <span className={styles.noun}>{count === 1 ? noun.one : noun.many} </span>
      {noun.feminine ? 'seleccionada' : 'seleccionado'}
      {count === 1 ? '' : 's'}
    </strong>
  );
}

/** As many actions as there is room for, in their order; the rest in a menu. */
function Fitting({ actions }: { actions: readonly RowAction[] }) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRoom(box, actions.map(({ label }) => label).join());
  const menu = useFloating();
  const rest = actions.slice(shown);
  return (
    <div ref={box} className={styles.fitting}>
      {actions.map(({ label, icon: Icon, danger, onSelect }, i) => (
        <Button
          key={label}
          size="small"
          variant={Icon ? 'secondary' : 'quiet'}
          icon={Icon && <Icon />}
          className={classes(danger && styles.dangerous, i >= shown && styles.out)}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
      <Button
        size="small"
        className={rest.length === 0 ? styles.out : undefined}
        aria-haspopup="menu"
        {...menu.button()}
      >
        {shown === 0 ? 'Acciones' : 'Más'}
        <IconChevronDown />
      </Button>
      <ActionMenu handle={menu} label="Acciones con lo seleccionado" actions={rest} />
    </div>
  );
}

/** How many of the first buttons of a box fit in it beside its last one. */
const useRoom = (box: RefObject<HTMLElement | null>, what: string): number => {
  const [shown, setShown] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other actions are other widths
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0;
      const widths = [...element.querySelectorAll<HTMLElement>(':scope > button')].map(
        ({ offsetWidth }) => offsetWidth + gap,
      );
      const more = widths.pop() ?? 0;
      const room = element.clientWidth + gap;
      if (widths.reduce((sum, width) => sum + width, 0) <= room) return setShown(widths.length);
      let used = more;
      setShown(
        widths.filter((width) => {
          used += width;
          return used <= room;
        }).length,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, what]);
  return shown;
};

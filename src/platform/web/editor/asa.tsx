import type { KeyboardEvent, RefObject } from 'react';
import { lookUp } from '../../shared/look-up.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconMenu } from '../ui/icons.tsx';
import styles from './asa.module.css';
import { dragRow, type Place, type Places } from './drag.ts';

const STEPS: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 };

/** The class of a row that goes by its handle: how it looks on its way, and where it would be let go. */
export const rowOfAsa = styles.row!;

/** Gives the focus back to what asked for a move: its row may be drawn anew where it went. */
export const focusWhereItWent = (id: string) =>
  requestAnimationFrame(() => document.getElementById(id)?.focus());

/** The handle of a row: it drags it, and with the arrows takes it one place up or down. It keeps the focus. */
export function Asa({
  id,
  nombre,
  row,
  onStep,
  onDrop,
  ...places
}: Places & {
  id: string;
  nombre: string;
  row: RefObject<HTMLElement | null>;
  onStep: (by: 1 | -1) => void;
}) {
  const onKey = (event: KeyboardEvent) => {
    const by = lookUp(STEPS, event.key);
    if (by === undefined) return;
    event.preventDefault();
    onStep(by);
    focusWhereItWent(id);
  };
  const drop = (place: Place) => {
    onDrop(place);
    focusWhereItWent(id);
  };
  return (
    <IconButton
      id={id}
      label={`Mover ${nombre}`}
      aria-roledescription="asa para ordenar"
      className={styles.asa}
      onPointerDown={(event) => dragRow(event, { row: row.current!, onDrop: drop, ...places })}
      onKeyDown={onKey}
    >
      <IconMenu width="1em" height="1em" />
    </IconButton>
  );
}

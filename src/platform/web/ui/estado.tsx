import type { ComponentType, ReactNode, SVGProps } from 'react';
import { classes } from './classes.ts';
import styles from './estado.module.css';
import {
  IconCheckCircle,
  IconClock,
  IconCrossCircle,
  IconInfo,
  IconSeal,
  IconWarning,
} from './icons.tsx';

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'gold' | 'neutral';
export type IconType = ComponentType<SVGProps<SVGSVGElement>>;

const ICONS: Record<Tone, IconType> = {
  success: IconCheckCircle,
  warning: IconWarning,
  danger: IconCrossCircle,
  info: IconInfo,
  gold: IconSeal,
  neutral: IconClock,
};

/** The icon that stands for a tone, so that colour never speaks alone. */
export const iconOfTone = (tone: Tone): IconType => ICONS[tone];

/** Class that sets `--tone` and `--tone-soft`. */
export const toneClass = (tone: Tone): string => styles[tone] ?? '';

/** A state: a word and an icon, then a colour. */
export function EstadoBadge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: IconType;
  children: ReactNode;
}) {
  const Icon = icon ?? ICONS[tone];
  return (
    <span className={classes(styles.badge, styles[tone])}>
      <Icon />
      {children}
    </span>
  );
}

/** A folio, CURP or identifier: mono with clear 0/O and 1/I, tabular figures. A CURP that has no room breaks after its date. */
export function Folio({ children }: { children: ReactNode }) {
  const inTwo = typeof children === 'string' && children.length === CURP_LENGTH;
  return (
    <span className={styles.folio} translate="no">
      {inTwo ? (
        <>
          {children.slice(0, CURP_DATE_END)}
          <wbr />
          {children.slice(CURP_DATE_END)}
        </>
      ) : (
        children
      )}
    </span>
  );
}

const CURP_LENGTH = 18;
/** Four letters of the name and six digits of the birth date. */
const CURP_DATE_END = 10;

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

/** A folio, CURP or identifier: mono with clear 0/O and 1/I, tabular figures. It is read and copied in one piece. */
export function Folio({ children }: { children: ReactNode }) {
  return (
    <span className={styles.folio} translate="no">
      {children}
    </span>
  );
}

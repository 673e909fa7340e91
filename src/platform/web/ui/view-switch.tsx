import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './view-switch.module.css';

export type View<V extends string> = {
  readonly value: V;
  readonly label: string;
  readonly icon?: ReactNode;
};

/** The same thing shown in one of a few ways, side by side; `legend` is what whoever listens hears first. */
export function ViewSwitch<V extends string>({
  legend,
  views,
  value,
  onChange,
}: {
  legend: string;
  views: readonly View<V>[];
  value: V;
  onChange: (value: V) => void;
}) {
  return (
    <fieldset className={styles.views}>
      <legend className="sr-only">{legend}</legend>
      {views.map((view) => (
        <Button
          key={view.value}
          size="small"
          icon={view.icon}
          aria-pressed={view.value === value}
          onClick={() => onChange(view.value)}
        >
          {view.label}
        </Button>
      ))}
    </fieldset>
  );
}

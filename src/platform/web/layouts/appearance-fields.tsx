import { useId } from 'react';
import {
  type Appearance,
  TEXT_SIZES,
  type TextSize,
  THEME_CHOICES,
  type ThemeChoice,
} from '../ui/appearance.ts';
import styles from './frame.module.css';

/**
 * The two choices. Without `value` they stand in a page of the server's: `public/enhance.ts` finds them by
 * `data-appearance`, and without script they are not shown.
 */
export function AppearanceFields({
  value,
  onChange,
}: {
  value?: Appearance;
  onChange?: (change: Partial<Appearance>) => void;
}) {
  const id = useId();
  return (
    <div className={styles.appearance} data-needs-script={value ? undefined : ''}>
      <div>
        <label htmlFor={`${id}-theme`}>Apariencia</label>
        <select
          id={`${id}-theme`}
          data-appearance="theme"
          {...(value && {
            value: value.theme,
            onChange: ({ target }) => onChange?.({ theme: target.value as ThemeChoice }),
          })}
        >
          {THEME_CHOICES.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={`${id}-text`}>Tamaño del texto</label>
        <select
          id={`${id}-text`}
          data-appearance="text"
          {...(value && {
            value: value.text,
            onChange: ({ target }) => onChange?.({ text: target.value as TextSize }),
          })}
        >
          {TEXT_SIZES.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

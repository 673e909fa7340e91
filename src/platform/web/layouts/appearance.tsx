import { useId } from 'react';
import {
  setAppearance,
  TEXT_SIZES,
  type TextSize,
  THEME_CHOICES,
  type ThemeChoice,
  useAppearance,
} from '../ui/theme-choice.ts';
import styles from './frame.module.css';

/** Theme and text size, in the account menu and at the foot of the public pages. */
export function AppearanceChoice() {
  const { theme, text } = useAppearance();
  const id = useId();
  return (
    <div className={styles.appearance}>
      <div>
        <label htmlFor={`${id}-theme`}>Apariencia</label>
        <select
          id={`${id}-theme`}
          value={theme}
          onChange={(event) => setAppearance({ theme: event.target.value as ThemeChoice })}
        >
          {THEME_CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={`${id}-text`}>Tamaño del texto</label>
        <select
          id={`${id}-text`}
          value={text}
          onChange={(event) => setAppearance({ text: event.target.value as TextSize })}
        >
          {TEXT_SIZES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

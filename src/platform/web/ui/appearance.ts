/*
 * How the portal looks in this browser: what can be chosen, and where it is kept. Without React: the public
 * pages' script stands on it too.
 */
export type ThemeChoice = 'system' | 'light' | 'dark' | 'contrast';
export type TextSize = 'normal' | 'large' | 'larger';
export type Appearance = { readonly theme: ThemeChoice; readonly text: TextSize };

/** The choices with the words a person reads. */
export const THEME_CHOICES: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'Como el sistema' },
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
  { value: 'contrast', label: 'Alto contraste' },
];

export const TEXT_SIZES: readonly { value: TextSize; label: string }[] = [
  { value: 'normal', label: 'Normal' },
  { value: 'large', label: 'Grande' },
  { value: 'larger', label: 'Muy grande' },
];

// theme-boot.js, which runs before the first paint, reads this same key.
const KEY = 'portal-appearance';

/** As theme-boot.js left it on `<html>`. */
export const readAppearance = (): Appearance => {
  const root = document.documentElement.dataset;
  return {
    theme: (root.theme as ThemeChoice | undefined) ?? 'system',
    text: (root.text as TextSize | undefined) ?? 'normal',
  };
};

const apply = (next: Appearance): void => {
  const root = document.documentElement.dataset;
  if (next.theme === 'system') delete root.theme;
  else root.theme = next.theme;
  if (next.text === 'normal') delete root.text;
  else root.text = next.text;
};

/** What was chosen in another tab is chosen here too. */
export const followAppearance = (changed: () => void): void => {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY || !newValue) return;
    try {
      apply({ theme: 'system', text: 'normal', ...JSON.parse(newValue) });
    } catch {
      return;
    }
    changed();
  });
};

/** Applies it, and remembers it in this browser. */
export const writeAppearance = (next: Appearance): void => {
  apply(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
};

import { useSyncExternalStore } from 'react';

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

const read = (): Appearance => {
  const root = document.documentElement.dataset;
  return {
    theme: (root.theme as ThemeChoice | undefined) ?? 'system',
    text: (root.text as TextSize | undefined) ?? 'normal',
  };
};

const listeners = new Set<() => void>();
let current: Appearance | undefined;

const get = (): Appearance => {
  current ??= read();
  return current;
};

/** Applies and remembers the appearance in this browser. */
export const setAppearance = (change: Partial<Appearance>): void => {
  const next = { ...get(), ...change };
  current = next;
  const root = document.documentElement.dataset;
  if (next.theme === 'system') delete root.theme;
  else root.theme = next.theme;
  if (next.text === 'normal') delete root.text;
  else root.text = next.text;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The chosen theme and text size. */
export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, get);

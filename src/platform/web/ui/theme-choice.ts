import { useSyncExternalStore } from 'react';
import {
  type Appearance,
  followAppearance,
  readAppearance,
  writeAppearance,
} from './appearance.ts';

const listeners = new Set<() => void>();
let current: Appearance | undefined;

const get = (): Appearance => {
  current ??= readAppearance();
  return current;
};

/** Applies and remembers the appearance in this browser. */
export const setAppearance = (change: Partial<Appearance>): void => {
  current = { ...get(), ...change };
  writeAppearance(current);
  for (const listener of listeners) listener();
};

let following = false;
const follow = () => {
  if (following) return;
  following = true;
  followAppearance(() => {
    current = readAppearance();
    for (const listener of listeners) listener();
  });
};

const subscribe = (listener: () => void) => {
  follow();
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The chosen theme and text size. */
export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, get);

import { useEffect } from 'react';
import { lookUp } from '../../shared/look-up.ts';

/** Where somebody writes, keys are letters. */
const WRITING = 'input, select, textarea, [contenteditable]';

/** Single keys that do what a button does, wherever nobody writes and no dialog is open. `keys`: lower-case letter → act. */
export const useKeys = (keys: Readonly<Record<string, () => void>>): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const busyElsewhere = document.querySelector('dialog[open]');
      if (event.repeat || busyElsewhere || (event.target as Element).closest(WRITING)) return;
      const act = lookUp(keys, event.key.toLowerCase());
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
};

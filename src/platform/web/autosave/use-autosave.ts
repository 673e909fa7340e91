import { useEffect, useState } from 'react';
import { CallError } from '../../shared/errors.ts';
import { useSession, useSessionControl } from '../session/react.tsx';
import { holdUnsaved } from '../unsaved.ts';
import { type Autosave, type AutosaveOptions, createAutosave, type Save } from './autosave.ts';

/**
 * The window's own events, for all that is being written, also on screens that are hidden now: an effect of theirs
 * has stopped. A weak hold: what is dropped with its screen is nobody's.
 */
type Written = { readonly ref: WeakRef<Autosave<never>>; readonly isOwn: () => boolean };
const written = new Set<Written>();
const ofAll = (act: (autosave: Autosave<never>) => void) => () => {
  for (const one of written) {
    const autosave = one.ref.deref();
    if (autosave && one.isOwn()) act(autosave);
    else written.delete(one);
  }
};
let listening = false;
const listen = () => {
  if (listening) return;
  listening = true;
  window.addEventListener(
    'online',
    ofAll((one) => void one.flush()),
  );
  window.addEventListener(
    'pagehide',
    ofAll((one) => one.leave()),
  );
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') ofAll((one) => one.leave())();
  });
  holdUnsaved({
    has: () => {
      let some = false;
      ofAll((one) => {
        some ||= one.hasUnsaved();
      })();
      return some;
    },
  });
};

/**
 * What is being written on the screen: saves while typing, when the screen or the window is left,
 * and again when the connection or the session returns.
 */
export const useAutosave = <V>(save: Save<V>, options: AutosaveOptions<V> = {}): Autosave<V> => {
  const control = useSessionControl();
  const { status } = useSession();
  const [{ autosave, isOwn }] = useState(() => {
    const uid = control.getState().user?.uid;
    const isOwn = () => control.getState().user?.uid === uid;
    const saveOwn: Save<V> = (value, how) => {
      // Another person may have signed in through another tab: their draft is not this one.
      if (!isOwn()) {
        return Promise.reject(new CallError('UNAUTHENTICATED', 'La sesión cambió.'));
      }
      return save(value, how);
    };
    return { autosave: createAutosave(saveOwn, options), isOwn };
  });
  useEffect(() => {
    if (status === 'signedIn') void autosave.flush();
  }, [autosave, status]);
  useEffect(() => {
    listen();
    const known = [...written].some(({ ref }) => ref.deref() === autosave);
    if (!known) written.add({ ref: new WeakRef<Autosave<never>>(autosave), isOwn });
    return () => autosave.leave();
  }, [autosave, isOwn]);
  return autosave;
};

import { useEffect, useState } from 'react';
import { CallError } from '../../shared/errors.ts';
import { useSession, useSessionControl } from '../session/react.tsx';
import { type Autosave, type AutosaveOptions, createAutosave, type Save } from './autosave.ts';

/**
 * What is being written on the screen: saves while typing, when the screen or the window is left,
 * and again when the connection or the session returns.
 */
export const useAutosave = <V>(save: Save<V>, options: AutosaveOptions = {}): Autosave<V> => {
  const control = useSessionControl();
  const { status } = useSession();
  const [autosave] = useState(() => {
    const uid = control.getState().user?.uid;
    const saveOwn: Save<V> = (value, how) => {
      // Another person may have signed in through another tab: their draft is not this one.
      if (control.getState().user?.uid !== uid) {
        return Promise.reject(new CallError('UNAUTHENTICATED', 'La sesión cambió.'));
      }
      return save(value, how);
    };
    return createAutosave(saveOwn, options);
  });
  useEffect(() => {
    if (status === 'signedIn') void autosave.flush();
  }, [autosave, status]);
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') autosave.leave();
    };
    const onOnline = () => void autosave.flush();
    const onUnload = (event: BeforeUnloadEvent) => {
      if (autosave.hasUnsaved()) event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', autosave.leave);
    window.addEventListener('online', onOnline);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', autosave.leave);
      window.removeEventListener('online', onOnline);
      window.removeEventListener('beforeunload', onUnload);
      autosave.leave();
    };
  }, [autosave]);
  return autosave;
};

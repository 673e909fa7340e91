import { type ComponentType, useEffect, useRef, useState } from 'react';
import { notify } from '../feedback/notifications.ts';

/**
 * A dialog whose file is asked for when it is first opened; null until it is here. When it does not come, that is
 * said and the dialog closed: the next press asks again. `load` is the same function at each render.
 */
export const useLazyDialog = <P>(
  load: () => Promise<ComponentType<P>>,
  opened: boolean,
  onClose: () => void,
): ComponentType<P> | null => {
  const [Dialog, setDialog] = useState<ComponentType<P> | null>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const wanted = opened && Dialog === null;
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    load().then(
      (Loaded) => gone || setDialog(() => Loaded),
      () => {
        if (gone) return;
        notify.error('No se pudo abrir. Revise su conexión e inténtelo de nuevo.');
        close.current();
      },
    );
    return () => {
      gone = true;
    };
  }, [wanted, load]);
  return Dialog;
};

import { useEffect, useRef, useState } from 'react';
import { useMirrored } from '../mirror/react.tsx';
import type { FormState } from './use-form.ts';

export type MirroredForm = {
  /** When what was found on the device was written (ms); null: nothing was. */
  readonly restored: number | null;
  /** It was saved, or may be lost. */
  readonly forget: () => void;
};

/**
 * What is typed in a form stays on the device, sealed, until it is saved or discarded: also when the tab is closed. On
 * return the form opens with it. `key` says which form; null: none is kept. Never for a form with a password.
 */
export const useMirroredForm = (
  key: string | null,
  // biome-ignore lint/suspicious/noExplicitAny: any form
  form: FormState<any>,
): MirroredForm => {
  const { found, keep, forget } = useMirrored<Record<string, unknown>>(key);
  const [restored, setRestored] = useState<number | null>(null);
  const looked = useRef(false);
  const { values, dirty, set } = form;
  useEffect(() => {
    if (found === undefined || looked.current) return;
    looked.current = true;
    // Whoever has begun to write in the meantime goes on with that.
    if (!found || dirty) return;
    const known = Object.entries(found.valor).filter(
      ([name, value]) => name in values && typeof value === typeof values[name],
    );
    set(Object.fromEntries(known));
    setRestored(found.en);
  }, [found, dirty, values, set]);
  const kept = useRef(false);
  useEffect(() => {
    if (dirty) keep(values);
    else if (kept.current) forget();
    kept.current = dirty;
  }, [dirty, values, keep, forget]);
  return { restored, forget };
};

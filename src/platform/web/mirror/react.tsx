import { useEffect, useState } from 'react';
import { useSessionControl } from '../session/react.tsx';
import { type Found, type MirrorOwner, mirror } from './mirror.ts';

export type Mirrored<V> = {
  /** What an earlier visit left unsaved; undefined while it is looked for. */
  readonly found: Found<V> | null | undefined;
  readonly keep: (valor: V) => void;
  readonly forget: () => void;
};

/**
 * A text of this person's that stays on the device until it is saved; `key` says which (`inscripcion/{id}`), the same
 * on every visit. Null: nothing is mirrored.
 */
export const useMirrored = <V,>(key: string | null): Mirrored<V> => {
  const session = useSessionControl();
  // Whoever began it: with another person's session this screen is gone.
  const [owner] = useState<MirrorOwner | null>(() => session.getState().user);
  const [found, setFound] = useState<Found<V> | null | undefined>(key && owner ? undefined : null);
  useEffect(() => {
    if (!key || !owner) return;
    let gone = false;
    void mirror
      .find<V>(owner, key)
      .then((it) => gone || setFound((was) => (was === undefined ? it : was)));
    return () => {
      gone = true;
    };
  }, [key, owner]);
  const [acts] = useState(() => ({
    keep: (valor: V) => {
      if (key && owner && session.getState().user?.uid === owner.uid)
        mirror.keep(owner, key, valor);
    },
    forget: () => {
      if (key && owner) mirror.forget(owner, key);
    },
  }));
  return { found, ...acts };
};

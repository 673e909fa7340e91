import type { ReactNode } from 'react';
import { mergeChanges } from '../../../../platform/shared/conflict.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { nameOrAddress } from '../../../../platform/shared/names.ts';
import { ConflictDialog } from '../../../../platform/web/conflict/conflict-dialog.tsx';

/** Who saved what meanwhile, in the answer to whoever saved an older version. */
export type Previo<A> = { actual: A; quien: string | null; momento: string };

/** What somebody else saved meanwhile, when that is what went wrong. */
export const previoOf = <A,>(error: unknown): Previo<A> | null =>
  error instanceof CallError && error.details?.code === 'cambio-previo'
    ? (error.details as unknown as Previo<A>)
    : null;

/** Two changes of the same: what contradicts is asked, and the rest joined. */
export function Conflicto<D extends object>({
  what,
  previo,
  labels,
  base,
  mine,
  theirs,
  compare,
  say,
  onEnd,
}: {
  /** What it is called. */
  what: string;
  previo: Pick<Previo<unknown>, 'quien' | 'momento'>;
  /** Its fields, in order, with the word of each. */
  labels: Readonly<Record<keyof D & string, string>>;
  base: D;
  mine: D;
  theirs: D;
  /** How values are told apart. */
  compare: (datos: D) => Readonly<Record<string, string | number | null>>;
  /** A value as people read it. */
  say: (key: keyof D & string, datos: D) => ReactNode;
  /** To the form, with what both come to (`joined`) or, when one's own is discarded, with what is kept now. */
  onEnd: (datos: D, joined: boolean) => void;
}) {
  const { conflictos, ajenos } = mergeChanges(compare(base), compare(mine), compare(theirs));
  const keys = Object.keys(labels) as (keyof D & string)[];
  const said = (key: keyof D & string, datos: D) => say(key, datos) || 'Sin dato';
  return (
    <ConflictDialog
      what={what}
      who={previo.quien === null ? 'Otra persona' : nameOrAddress(previo.quien)}
      at={previo.momento}
      both={keys
        .filter((key) => conflictos.includes(key))
        .map((key) => ({
          key,
          label: labels[key],
          mine: said(key, mine),
          theirs: said(key, theirs),
        }))}
      only={keys
        .filter((key) => ajenos.includes(key))
        .map((key) => ({ key, label: labels[key], theirs: said(key, theirs) }))}
      onClose={() => onEnd(theirs, false)}
      onJoin={(chosen) => {
        const taken = keys.filter((key) => chosen.includes(key) || ajenos.includes(key));
        onEnd({ ...mine, ...Object.fromEntries(taken.map((key) => [key, theirs[key]])) }, true);
      }}
    />
  );
}

import type { Merge } from '../../shared/conflict.ts';
import { ConflictDialog } from './conflict-dialog.tsx';

/** A draft that two wrote: what each says, and what both come to. */
export type DraftClash<Draft> = {
  readonly mia: Draft;
  readonly suya: Draft;
  readonly merge: Merge<string>;
  /** ISO instant: when theirs was saved. */
  readonly en: string;
};

type Partes = Readonly<Record<string, string | null>>;

/**
 * Somebody else saved the same draft meanwhile: which of the two stays, part by part. `partesOf` and `ofPartes` take a
 * draft apart and put it together; `nameOf` says how a part of a draft is called (undefined: it is not in it), and `say`
 * what it says there. Who closes it keeps theirs.
 */
export function DraftConflict<Draft>({
  clash: { mia, suya, merge, en },
  partesOf,
  ofPartes,
  nameOf,
  say,
  onJoin,
}: {
  clash: DraftClash<Draft>;
  partesOf: (draft: Draft) => Partes;
  ofPartes: (partes: Partes, mia: Draft, suya: Draft) => Draft;
  nameOf: (parte: string, draft: Draft) => string | undefined;
  say: (parte: string, draft: Draft) => string;
  onJoin: (draft: Draft) => void;
}) {
  const named = (partes: readonly string[]) =>
    partes.map((key) => ({
      key,
      label: nameOf(key, mia) ?? nameOf(key, suya) ?? key,
      mine: say(key, mia),
      theirs: say(key, suya),
    }));
  return (
    <ConflictDialog
      what="este borrador"
      lead="Otra persona guardó este borrador"
      who="la otra persona"
      at={en}
      both={named(merge.conflictos)}
      only={named(merge.ajenos)}
      onClose={() => onJoin(suya)}
      onJoin={(chosen) => {
        const theirs = partesOf(suya);
        const taken = Object.fromEntries(chosen.map((key) => [key, theirs[key] ?? null]));
        onJoin(ofPartes({ ...merge.valores, ...taken }, mia, suya));
      }}
    />
  );
}

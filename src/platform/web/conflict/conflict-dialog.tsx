import { type ReactNode, useId, useState } from 'react';
import type { Merge } from '../../shared/conflict.ts';
import { Notice } from '../feedback/notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatDateTime } from '../ui/format.ts';
import styles from './conflict-dialog.module.css';

/** A field that both changed: what each of the two says, to be read. */
export type ConflictField = {
  readonly key: string;
  readonly label: string;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
};

/**
 * Somebody else saved the same meanwhile: what they changed, and which of the two stays. What both come to is the
 * caller's (`mergeChanges` of `shared/conflict.ts`), which is told the fields in which theirs was chosen.
 */
export function ConflictDialog({
  title = 'Otra persona lo cambió mientras usted lo editaba',
  what,
  lead,
  who,
  at,
  both,
  only,
  onClose,
  onJoin,
}: {
  title?: string;
  /** What it is called: «Sede central». */
  what?: string;
  /** Who saved what, without when; by default, from `who` and `what`. */
  lead?: string;
  who: string;
  /** ISO instant. */
  at: string;
  both: readonly ConflictField[];
  /** Fields that only the other changed. */
  only: readonly Pick<ConflictField, 'key' | 'label' | 'theirs'>[];
  onClose: () => void;
  onJoin: (theirs: readonly string[]) => void;
}) {
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  return (
    <Dialog
      opened
      dirty
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" onClick={() => onJoin(theirs)}>
            Reunir los cambios
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Descartar lo mío
          </Button>
        </>
      }
    >
      <p>
        {lead ?? `${who} guardó «${what}»`} el {formatDateTime(at)}. Lo que usted escribió sigue
        aquí; nada se ha perdido.
      </p>
      {both.map((field) => (
        <Choice
          key={field.key}
          field={field}
          who={who}
          takesTheirs={theirs.includes(field.key)}
          onTake={(take) =>
            setTheirs(take ? [...theirs, field.key] : theirs.filter((key) => key !== field.key))
          }
        />
      ))}
      {only.length > 0 && (
        <Notice title={`Además, ${who} cambió`}>
          <ul className={styles.only}>
            {only.map(({ key, label, theirs: value }) => (
              <li key={key}>
                {label}: {value}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {both.length === 0 && (
        <p>Los cambios no se contradicen: al reunirlos se conservan los de las dos personas.</p>
      )}
    </Dialog>
  );
}

function Choice({
  field: { label, mine, theirs },
  who,
  takesTheirs,
  onTake,
}: {
  field: ConflictField;
  who: string;
  takesTheirs: boolean;
  onTake: (take: boolean) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      {[
        { take: false, label: 'Lo que escribió usted', value: mine },
        { take: true, label: `Lo que guardó ${who}`, value: theirs },
      ].map((option) => (
        <label key={option.label}>
          <input
            type="radio"
            name={name}
            checked={takesTheirs === option.take}
            onChange={() => onTake(option.take)}
          />
          <span>
            <small>{option.label}</small>
            <span>{option.value}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

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
  lead = 'Otra persona guardó este borrador',
  who = 'la otra persona',
  onJoin,
}: {
  clash: DraftClash<Draft>;
  partesOf: (draft: Draft) => Partes;
  ofPartes: (partes: Partes, mia: Draft, suya: Draft) => Draft;
  nameOf: (parte: string, draft: Draft) => string | undefined;
  say: (parte: string, draft: Draft) => string;
  /** Says who saved it, by name where that is known, and how they are called after. */
  lead?: string;
  who?: string;
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
      lead={lead}
      who={who}
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

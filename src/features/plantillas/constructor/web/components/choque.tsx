import { ConflictDialog } from '../../../../../platform/web/conflict/conflict-dialog.tsx';
import type { Definicion } from '../../../contract.ts';
import { definicionDe, describeParte, partesDe } from '../../../versiones/union/rules.ts';
import type { ChoqueDePlantilla } from '../hooks.ts';

/** Somebody else wrote the same part of the draft: which of the two stays. */
export function Choque({
  choque: { mia, suya, merge, en },
  onJoin,
}: {
  choque: ChoqueDePlantilla;
  onJoin: (definicion: Definicion) => void;
}) {
  const [mine, theirs] = [partesDe(mia), partesDe(suya)];
  const named = (keys: readonly string[]) =>
    keys.map((key) => ({
      key,
      label: mine.nombres[key] ?? theirs.nombres[key] ?? key,
      mine: describeParte(mine.valores[key]),
      theirs: describeParte(theirs.valores[key]),
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
      onJoin={(chosen) =>
        onJoin(
          definicionDe(
            {
              ...merge.valores,
              ...Object.fromEntries(chosen.map((key) => [key, theirs.valores[key] ?? null])),
            },
            mia,
            suya,
          ),
        )
      }
    />
  );
}

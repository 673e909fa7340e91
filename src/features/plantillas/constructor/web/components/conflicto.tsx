import { DraftConflict } from '../../../../../platform/web/conflict/conflict-dialog.tsx';
import { definicionDe, describeParte, partesDe } from '../../../versiones/union/rules.ts';
import type { Construccion } from '../hooks.ts';

/** Somebody else wrote the same part of the draft, if anybody did: which of the two stays. */
export function Conflicto({ made: { choque, join } }: { made: Construccion }) {
  if (!choque) return null;
  return (
    <DraftConflict
      clash={choque}
      partesOf={(definicion) => partesDe(definicion).valores}
      ofPartes={definicionDe}
      nameOf={(parte, definicion) => partesDe(definicion).nombres[parte]}
      say={(parte, definicion) => describeParte(partesDe(definicion).valores[parte])}
      onJoin={join}
    />
  );
}

import { DraftConflict } from '../../../../../platform/web/conflict/conflict-dialog.tsx';
import { useHechos } from '../../../redaccion/web/hooks.ts';
import {
  definicionDe,
  describeParte,
  detallesDe,
  nombreDeParte,
} from '../../../versiones/union/rules.ts';
import type { Choque, Construccion } from '../hooks.ts';

/** Somebody else wrote the same part of the draft, if anybody did: which of the two stays. */
export function Conflicto({ made: { choque, join } }: { made: Construccion }) {
  return choque && <Elegir choque={choque} onJoin={join} />;
}

function Elegir({ choque, onJoin }: { choque: Choque; onJoin: Construccion['join'] }) {
  const { data } = useHechos();
  const { mia, suya, base } = choque;
  return (
    <DraftConflict
      clash={choque}
      partesOf={detallesDe}
      ofPartes={(partes, mine, theirs) => definicionDe(partes, { base, mine, theirs })}
      nameOf={nombreDeParte}
      say={(parte, definicion) =>
        describeParte(parte, definicion, definicion === mia ? suya : mia, data?.hechos)
      }
      onJoin={onJoin}
    />
  );
}

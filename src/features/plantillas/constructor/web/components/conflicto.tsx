import { DraftConflict } from '../../../../../platform/web/conflict/conflict-dialog.tsx';
import type { Definicion } from '../../../contract.ts';
import { useHechos, useNombresDeDocumentos } from '../../../redaccion/web/hooks.ts';
import {
  definicionDe,
  describeParte,
  describeTraslado,
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
  const documentos = useNombresDeDocumentos();
  const { mia, suya, base, merge } = choque;
  const say = (parte: string, definicion: Definicion) => {
    const other = definicion === mia ? suya : mia;
    const said = describeParte(parte, definicion, other, data?.hechos, documentos);
    if (nombreDeParte(parte, definicion) !== undefined) return said;
    const traslado = describeTraslado(parte, merge.valores, { base, mine: mia, theirs: suya });
    return traslado === undefined ? said : `${said}. ${traslado}`;
  };
  return (
    <DraftConflict
      clash={choque}
      lead={
        choque.quien === null
          ? 'Usted guardó este borrador en otra pantalla'
          : `${choque.quien} guardó este borrador`
      }
      who={choque.quien ?? 'la otra pantalla'}
      partesOf={detallesDe}
      ofPartes={(partes, mine, theirs) => definicionDe(partes, { base, mine, theirs })}
      nameOf={nombreDeParte}
      say={say}
      onJoin={onJoin}
    />
  );
}

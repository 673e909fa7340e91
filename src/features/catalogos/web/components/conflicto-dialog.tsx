import type { Merge } from '../../../../platform/shared/conflict.ts';
import { nameOrAddress } from '../../../../platform/shared/names.ts';
import { ConflictDialog } from '../../../../platform/web/conflict/conflict-dialog.tsx';
import type { CambioPrevio } from '../../contract.ts';
import type { Campo, Catalogo } from '../../definiciones/rules.ts';
import { camposDe, textOf, type Valor, type Valores } from '../../rules.ts';
import { useOpciones } from '../hooks.ts';

type Props = {
  catalogo: Catalogo;
  previo: CambioPrevio;
  mine: Valores;
  merge: Merge<Valor>;
  /** To the form, with what is kept now: one's own is discarded. */
  onClose: () => void;
  /** To the form, with what was chosen. */
  onBack: (valores: Valores) => void;
};

/** Somebody else saved the item meanwhile: what they changed, and which of the two stays. */
export function ConflictoDialog({ catalogo, previo, mine, merge, onClose, onBack }: Props) {
  const { actual } = previo;
  const said = (campo: Campo) => textOf(actual, campo) || 'sin dato';
  const of = (keys: readonly string[]) =>
    camposDe(catalogo).filter(({ key }) => keys.includes(key));
  return (
    <ConflictDialog
      what={actual.nombre}
      who={previo.quien === null ? 'Otra persona' : nameOrAddress(previo.quien)}
      at={previo.momento}
      both={of(merge.conflictos).map((campo) => ({
        key: campo.key,
        label: campo.label,
        mine: <Escrito campo={campo} valor={mine[campo.key] ?? null} />,
        theirs: said(campo),
      }))}
      only={of(merge.ajenos).map((campo) => ({
        key: campo.key,
        label: campo.label,
        theirs: said(campo),
      }))}
      onClose={onClose}
      onJoin={(theirs) =>
        onBack({
          ...merge.valores,
          ...Object.fromEntries(theirs.map((key) => [key, actual.valores[key] ?? null])),
        })
      }
    />
  );
}

/** What somebody wrote in a field, to be read. */
function Escrito({ campo, valor }: { campo: Campo; valor: Valor }) {
  if (campo.kind === 'reference' && campo.catalogo && valor) {
    return <NombreDe id={String(valor)} catalogo={campo.catalogo} />;
  }
  if (campo.kind === 'boolean') return valor ? 'Sí' : 'No';
  return String(valor ?? '') || 'sin dato';
}

function NombreDe({ id, catalogo }: { id: string; catalogo: NonNullable<Campo['catalogo']> }) {
  const { data } = useOpciones(catalogo);
  return <>{data?.filas.find((item) => item.id === id)?.nombre ?? 'Otra opción'}</>;
}

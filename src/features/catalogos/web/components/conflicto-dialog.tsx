import { useId, useState } from 'react';
import { Notice } from '../../../../platform/web/feedback/index.ts';
import { Button, Dialog, formatDateTime } from '../../../../platform/web/ui/index.ts';
import type { CambioPrevio } from '../../contract.ts';
import type { Campo, Catalogo } from '../../definiciones/rules.ts';
import { camposDe, type Merge, textOf, type Valor, type Valores } from '../../rules.ts';
import { useOpciones } from '../hooks.ts';
import styles from './catalogos.module.css';

type Props = {
  catalogo: Catalogo;
  previo: CambioPrevio;
  mine: Valores;
  merge: Merge;
  onClose: () => void;
  /** To the form, with what was chosen. */
  onBack: (valores: Valores) => void;
};

/** Somebody else saved the item meanwhile: what they changed, and which of the two stays. */
export function ConflictoDialog({ catalogo, previo, mine, merge, onClose, onBack }: Props) {
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const campos = camposDe(catalogo);
  const both = campos.filter(({ key }) => merge.conflictos.includes(key));
  const only = campos.filter(({ key }) => merge.ajenos.includes(key));
  const quien = previo.quien ?? 'Otra persona';
  const join = () =>
    onBack({
      ...merge.valores,
      ...Object.fromEntries(theirs.map((key) => [key, previo.actual.valores[key] ?? null])),
    });
  return (
    <Dialog
      opened
      title="Otra persona lo cambió mientras usted lo editaba"
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" onClick={join}>
            Reunir los cambios
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Descartar lo mío
          </Button>
        </>
      }
    >
      <p>
        {quien} guardó «{previo.actual.nombre}» el {formatDateTime(previo.momento)}. Lo que usted
        escribió sigue aquí; nada se ha perdido.
      </p>
      {both.map((campo) => (
        <Choice
          key={campo.key}
          campo={campo}
          mine={mine[campo.key] ?? null}
          theirs={textOf(previo.actual, campo)}
          who={quien}
          takesTheirs={theirs.includes(campo.key)}
          onTake={(take) =>
            setTheirs(take ? [...theirs, campo.key] : theirs.filter((key) => key !== campo.key))
          }
        />
      ))}
      {only.length > 0 && (
        <Notice title={`Además, ${quien} cambió`}>
          <ul className={styles.usos}>
            {only.map((campo) => (
              <li key={campo.key}>
                {campo.label}: {textOf(previo.actual, campo) || 'sin dato'}
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
  campo,
  mine,
  theirs,
  who,
  takesTheirs,
  onTake,
}: {
  campo: Campo;
  mine: Valor;
  theirs: string;
  who: string;
  takesTheirs: boolean;
  onTake: (take: boolean) => void;
}) {
  const name = useId();
  const own =
    campo.kind === 'reference' && campo.catalogo && mine ? (
      <NombreDe id={String(mine)} campo={campo} />
    ) : campo.kind === 'boolean' ? (
      mine ? (
        'Sí'
      ) : (
        'No'
      )
    ) : (
      String(mine ?? '') || 'sin dato'
    );
  return (
    <fieldset className={styles.choice}>
      <legend>{campo.label}</legend>
      {[
        { take: false, label: 'Lo que escribió usted', value: own },
        { take: true, label: `Lo que guardó ${who}`, value: theirs || 'sin dato' },
      ].map(({ take, label, value }) => (
        <label key={label}>
          <input
            type="radio"
            name={name}
            checked={takesTheirs === take}
            onChange={() => onTake(take)}
          />
          <span>
            <small>{label}</small>
            <span>{value}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function NombreDe({ id, campo }: { id: string; campo: Campo }) {
  const { data } = useOpciones(campo.catalogo!);
  return <>{data?.filas.find((item) => item.id === id)?.nombre ?? 'Otra opción'}</>;
}

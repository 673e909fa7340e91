import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { ComparisonTable } from '../../../../../platform/web/ui/comparison.tsx';
import { Button, Dialog, formatNumber } from '../../../../../platform/web/ui/index.ts';
import { describeCapturado } from '../../rules.ts';
import { useDiferencias } from '../hooks.ts';
import styles from './examen.module.css';

/** What a version changed of the one before, folio by folio. */
export function DiferenciasDialog({
  etapaId,
  numero,
  onClose,
}: {
  etapaId: string;
  numero: number;
  onClose: () => void;
}) {
  const { data, error, refetch } = useDiferencias(etapaId, numero);
  return (
    <Dialog
      wide
      keeps
      opened
      onClose={onClose}
      title={`Cambios de la versión ${numero}`}
      actions={<Button onClick={onClose}>Cerrar</Button>}
    >
      {!data &&
        (error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <Loading shape="list" />
        ))}
      {data && (
        <div className={styles.diferencias}>
          {data.total > data.filas.length && (
            <p>
              Se muestran {formatNumber(data.filas.length)} de {formatNumber(data.total)}.
            </p>
          )}
          <ComparisonTable
            caption={`Puntos antes y después de la versión ${numero}`}
            heads={[numero === 1 ? 'Antes' : `Versión ${numero - 1}`, `Versión ${numero}`]}
            rows={data.filas.map(({ folio, antes, despues }) => ({
              label: folio,
              cells: [describeCapturado(antes), describeCapturado(despues)],
            }))}
          />
        </div>
      )}
    </Dialog>
  );
}

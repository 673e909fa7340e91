import { Preguntar } from '../../../../platform/web/ayuda.tsx';
import { ErrorState, Loading, Notice } from '../../../../platform/web/feedback/index.ts';
import { Button } from '../../../../platform/web/ui/index.ts';
import type { Importacion } from '../../hojas/web/hooks.ts';
import { isLive, useTrabajos } from '../hooks.ts';
import styles from './importacion.module.css';
import { Avance, Descarga } from './trabajo-item.tsx';

const TITLES = {
  terminado: 'Se importó',
  fallido: 'No se importó ninguna fila',
  cancelado: 'Se canceló',
} as const;

/** Last step: the job, which goes on although the dialog is closed, and its report. */
export function PasoTrabajo({
  importacion,
  onClose,
}: {
  importacion: Importacion;
  onClose: () => void;
}) {
  const list = useTrabajos();
  const trabajo = list.data?.trabajos.find(({ id }) => id === importacion.trabajo);
  if (!trabajo) {
    return list.isError ? (
      <ErrorState error={list.error} retry={() => void list.refetch()} />
    ) : (
      <Loading shape="line" />
    );
  }
  return (
    <div className={styles.step}>
      {isLive(trabajo) ? (
        <>
          <p>
            Puede cerrar esta ventana: la importación sigue y la encontrará en Trabajos, en la barra
            de arriba.
          </p>
          <Avance trabajo={trabajo} />
        </>
      ) : (
        <div role="status">
          <Notice
            tone={trabajo.estado === 'terminado' ? 'success' : 'danger'}
            title={TITLES[trabajo.estado as keyof typeof TITLES]}
          >
            <p>{trabajo.mensaje}</p>
            {trabajo.archivo && <Descarga archivo={trabajo.archivo} />}
            {trabajo.estado === 'fallido' && <Preguntar sobre="importacion" id={trabajo.id} />}
          </Notice>
        </div>
      )}
      <div className={styles.actions}>
        {!isLive(trabajo) && (
          <Button variant="primary" onClick={importacion.restart}>
            Importar otro archivo
          </Button>
        )}
        <Button
          onClick={() => {
            if (!isLive(trabajo)) importacion.restart();
            onClose();
          }}
        >
          Cerrar
        </Button>
      </div>
    </div>
  );
}

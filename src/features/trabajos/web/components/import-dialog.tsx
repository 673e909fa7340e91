import { useEffect, useRef } from 'react';
import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { Dialog } from '../../../../platform/web/ui/index.ts';
import { type Paso, useImportacion } from '../../hojas/web/hooks.ts';
import { useTrabajos } from '../hooks.ts';
import styles from './importacion.module.css';
import { PasoArchivo } from './paso-archivo.tsx';
import { PasoColumnas } from './paso-columnas.tsx';
import { PasoRevision } from './paso-revision.tsx';
import { PasoTrabajo } from './paso-trabajo.tsx';

const PASOS: readonly { paso: Paso; label: string }[] = [
  { paso: 'archivo', label: 'Archivo' },
  { paso: 'columnas', label: 'Columnas' },
  { paso: 'revision', label: 'Revisión' },
  { paso: 'trabajo', label: 'Importación' },
];

/** Imports a spreadsheet into a list: file, columns, check, job, report. */
export function ImportDialog({
  hoja,
  opened,
  onClose,
  onImported,
}: {
  hoja: string;
  opened: boolean;
  onClose: () => void;
  onImported?: (() => void) | undefined;
}) {
  const importacion = useImportacion(hoja, opened);
  const { descrita, paso } = importacion;
  const at = PASOS.findIndex((step) => step.paso === paso);
  const body = useRef<HTMLElement>(null);
  const shown = useRef(paso);
  useEffect(() => {
    // The button that was pressed is gone with its step: go on reading from the new one.
    if (shown.current !== paso) body.current?.focus();
    shown.current = paso;
  }, [paso]);
  return (
    <>
      {importacion.trabajo && onImported && (
        <Espera key={importacion.trabajo} trabajo={importacion.trabajo} onImported={onImported} />
      )}
      <Dialog
        wide
        keeps
        dirty={importacion.file !== null && paso !== 'trabajo'}
        opened={opened}
        onClose={onClose}
        title={descrita.data ? `Importar ${descrita.data.titulo}` : 'Importar'}
      >
        <ol className={styles.steps} aria-label="Pasos">
          {PASOS.map((step, i) => (
            <li
              key={step.paso}
              aria-current={i === at ? 'step' : undefined}
              data-done={i < at || undefined}
            >
              {step.label}
            </li>
          ))}
        </ol>
        <section
          ref={body}
          tabIndex={-1}
          aria-label={`Paso ${at + 1}: ${PASOS[at]?.label}`}
          className={styles.body}
        >
          {descrita.isPending && <Loading shape="form" />}
          {descrita.isError && (
            <ErrorState error={descrita.error} retry={() => void descrita.refetch()} />
          )}
          {descrita.data && paso === 'archivo' && (
            <PasoArchivo importacion={importacion} hoja={descrita.data} />
          )}
          {descrita.data && paso === 'columnas' && (
            <PasoColumnas importacion={importacion} hoja={descrita.data} />
          )}
          {descrita.data && paso === 'revision' && (
            <PasoRevision importacion={importacion} hoja={descrita.data} />
          )}
          {paso === 'trabajo' && <PasoTrabajo importacion={importacion} onClose={onClose} />}
        </section>
      </Dialog>
    </>
  );
}

/** Says once that the rows are written, also when the dialog was closed meanwhile. */
function Espera({ trabajo, onImported }: { trabajo: string; onImported: () => void }) {
  const list = useTrabajos();
  const estado = list.data?.trabajos.find(({ id }) => id === trabajo)?.estado;
  const latest = useRef(onImported);
  useEffect(() => {
    latest.current = onImported;
  });
  useEffect(() => {
    if (estado === 'terminado') latest.current();
  }, [estado]);
  return null;
}

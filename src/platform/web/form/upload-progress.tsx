import { useEffect, useId, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import styles from './upload-progress.module.css';

export type Envio = {
  bytesTransferred: number;
  totalBytes: number;
  waiting?: boolean;
  /** While it waits: tries at once. */
  resume?: (() => void) | undefined;
};

/** How much of a file has been sent, as far as it really is; when the connection was lost, that it is paused, and how to go on. */
export function UploadProgress({
  label,
  envio: { bytesTransferred, totalBytes, waiting = false, resume },
  onCancel,
}: {
  /** What is being sent: "Enviando la foto". */
  label: string;
  envio: Envio;
  onCancel?: () => void;
}) {
  const id = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (waiting) return;
    // What had it is gone once it goes on.
    if (hadFocus.current && document.activeElement === document.body) cancel.current?.focus();
    hadFocus.current = false;
  }, [waiting]);
  const percent = totalBytes === 0 ? 0 : Math.floor((bytesTransferred / totalBytes) * 100);
  return (
    <div className={styles.root}>
      <p id={id}>
        <strong>{label}:</strong> {percent} %{waiting && ', en pausa'}
      </p>
      <progress aria-labelledby={id} value={percent} max={100} />
      <p role="status" className={styles.waiting}>
        {waiting &&
          'Se perdió la conexión. El envío seguirá desde donde iba en cuanto vuelva; no cierre esta ventana.'}
      </p>
      <div className={styles.actions}>
        {waiting && resume && (
          <Button
            size="small"
            onFocus={() => {
              hadFocus.current = true;
            }}
            onBlur={(event) => {
              hadFocus.current = event.relatedTarget === null && hadFocus.current;
            }}
            onClick={resume}
          >
            Continuar ahora
          </Button>
        )}
        {onCancel && (
          <Button ref={cancel} size="small" onClick={onCancel}>
            Cancelar el envío
          </Button>
        )}
      </div>
    </div>
  );
}

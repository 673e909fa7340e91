import { useId } from 'react';
import { Button } from '../ui/button.tsx';
import styles from './upload-progress.module.css';

export type Envio = { bytesTransferred: number; totalBytes: number; waiting?: boolean };

/** How much of a file has been sent, as far as it really is; says so when the connection was lost. */
export function UploadProgress({
  label,
  envio: { bytesTransferred, totalBytes, waiting = false },
  onCancel,
}: {
  /** What is being sent: "Enviando la foto". */
  label: string;
  envio: Envio;
  onCancel?: () => void;
}) {
  const id = useId();
  const percent = totalBytes === 0 ? 0 : Math.floor((bytesTransferred / totalBytes) * 100);
  return (
    <div className={styles.root}>
      <p id={id}>
        <strong>{label}:</strong> {percent} %
      </p>
      <progress aria-labelledby={id} value={percent} max={100} />
      <p role="status" className={styles.waiting}>
        {waiting && 'Se perdió la conexión. Seguimos intentando; no cierre esta ventana.'}
      </p>
      {onCancel && (
        <Button size="small" onClick={onCancel}>
          Cancelar el envío
        </Button>
      )}
    </div>
  );
}

import { useRef } from 'react';
import { UploadProgress } from '../../../../platform/web/form/index.ts';
import { IconUpload } from '../../../../platform/web/ui/icons.tsx';
import { Button } from '../../../../platform/web/ui/index.ts';
import { DOCUMENTO_TYPES } from '../../rules.ts';
import { type Enviado, useSubida } from '../hooks.ts';
import styles from './documentos.module.css';

/** Sends a file into one's own vault, as a document of a type (its key; empty: none was said yet). */
export function EnviarDocumento({
  tipo,
  label = 'Elegir el archivo',
  onEnviado,
}: {
  tipo: string;
  label?: string;
  onEnviado: (sent: Enviado) => void;
}) {
  const { envio, problem, send, cancel } = useSubida(tipo);
  const input = useRef<HTMLInputElement>(null);
  const begin = async (file: File | undefined) => {
    const sent = file && (await send(file));
    if (sent) onEnviado(sent);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={DOCUMENTO_TYPES.join()}
        aria-label="Archivo del documento"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          void begin(file);
        }}
      />
      {envio ? (
        <UploadProgress label="Enviando el documento" envio={envio} onCancel={cancel} />
      ) : (
        <Button
          size="small"
          icon={<IconUpload />}
          disabled={tipo === ''}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </>
  );
}

import { useRef, useState } from 'react';
import { Button, IconCamera, IconLock, IconUpload } from '../../../../../platform/web/ui/index.ts';
import { IMAGE_TYPES } from '../../../../identidad/archivos/rules.ts';
import styles from './card-reader.module.css';

const ACCEPT = IMAGE_TYPES.join(',');

/** Where the photo comes from: the camera of a phone, a file, or dropped here. */
export function CardDrop({ onChoose }: { onChoose: (foto: File) => void }) {
  const file = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const choose = (input: HTMLInputElement) => {
    const [foto] = input.files ?? [];
    // So that the same file can be chosen again.
    input.value = '';
    if (foto) onChoose(foto);
  };
  return (
    <div className={styles.choose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons inside are the way */}
      <div
        className={styles.drop}
        data-over={over ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [foto] = event.dataTransfer.files;
          if (foto) onChoose(foto);
        }}
      >
        <input
          ref={camera}
          type="file"
          hidden
          accept={ACCEPT}
          capture="environment"
          onChange={(event) => choose(event.target)}
        />
        <input
          ref={file}
          type="file"
          hidden
          accept={ACCEPT}
          onChange={(event) => choose(event.target)}
        />
        <div className={styles.ways}>
          <Button
            className={styles.camera}
            icon={<IconCamera />}
            onClick={() => camera.current?.click()}
          >
            Tomar una foto
          </Button>
          <Button icon={<IconUpload />} onClick={() => file.current?.click()}>
            Elegir una foto
          </Button>
          <span className={styles.dropHint}>o arrástrela hasta aquí</span>
        </div>
        <p className={styles.quiet}>
          Del lado de la credencial que trae la CURP, completa y sin reflejos. JPG, PNG o WebP de
          hasta 10 MB.
        </p>
      </div>
      <p className={styles.privacy}>
        <IconLock />
        <span>
          La foto solo sirve para leer la CURP: se borra al terminar su registro y, en todo caso, a
          las 24 horas.
        </span>
      </p>
    </div>
  );
}

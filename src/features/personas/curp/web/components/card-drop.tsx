import { useRef } from 'react';
import { useDrop } from '../../../../../platform/web/form/index.ts';
import { Button, IconCamera, IconLock, IconUpload } from '../../../../../platform/web/ui/index.ts';
import { IMAGE_TYPES } from '../../../../identidad/archivos/rules.ts';
import styles from './card-reader.module.css';

const ACCEPT = IMAGE_TYPES.join(',');

/** Where the photo comes from: the camera of a phone, a file, or dropped here. */
export function CardDrop({ onChoose }: { onChoose: (foto: File) => void }) {
  const file = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const drop = useDrop(([foto]) => {
    if (foto) onChoose(foto);
  });
  const choose = (input: HTMLInputElement) => {
    const [foto] = input.files ?? [];
    // So that the same file can be chosen again.
    input.value = '';
    if (foto) onChoose(foto);
  };
  return (
    <div className={styles.choose}>
      <div className={styles.drop} {...drop}>
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

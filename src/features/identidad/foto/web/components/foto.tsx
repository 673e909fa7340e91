import { useState } from 'react';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, IconCamera, initialsOf } from '../../../../../platform/web/ui/index.ts';
import { useSaveFoto } from '../hooks.ts';
import styles from './foto.module.css';
import { FotoDialog } from './foto-dialog.tsx';

const SIZE = 96;

/** The photo of an account, or its initials; one's own can be changed. */
export function Foto({
  photoURL,
  nombre,
  propia,
}: {
  photoURL: string | null;
  nombre: string;
  propia: boolean;
}) {
  const [opened, { open, close }] = useDisclosure();
  const [removing, setRemoving] = useState(false);
  const save = useSaveFoto();
  const remove = async () => {
    setRemoving(true);
    try {
      await save(null);
      notify.success('Se quitó su foto.');
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setRemoving(false);
    }
  };
  return (
    <div className={styles.box}>
      {photoURL ? (
        <img
          className={styles.photo}
          src={photoURL}
          alt={propia ? 'Su foto' : `Foto de ${nombre}`}
          width={SIZE}
          height={SIZE}
        />
      ) : (
        <span className={styles.photo} aria-hidden="true">
          {initialsOf(nombre)}
        </span>
      )}
      {propia && (
        <div className={styles.buttons}>
          <Button flush size="small" variant="quiet" icon={<IconCamera />} onClick={open}>
            {photoURL ? 'Cambiar foto' : 'Poner una foto'}
          </Button>
          {photoURL && (
            <Button size="small" variant="quiet" busy={removing} onClick={() => void remove()}>
              Quitar
            </Button>
          )}
        </div>
      )}
      {opened && <FotoDialog save={save} onClose={close} />}
    </div>
  );
}

import { useState } from 'react';
import { formatHora } from '../../../../platform/shared/dates.ts';
import { TextAreaField } from '../../../../platform/web/form/index.ts';
import { Button, nameOrAddress } from '../../../../platform/web/ui/index.ts';
import { type Nota, tellFailure, useCreateNota } from '../hooks.ts';
import styles from './soporte.module.css';

/** A note among staff, told apart by a label and a border. */
export function UnaNota({ nota }: { nota: Nota }) {
  const autor = nota.propia ? 'usted' : nota.nombre ? nameOrAddress(nota.nombre) : 'el personal';
  return (
    <li className={styles.mensaje} data-nota>
      <p className={styles.autor}>
        <strong>Nota interna de {autor}</strong>
        <time dateTime={nota.en}>{formatHora(new Date(nota.en))}</time>
      </p>
      <p className={styles.cuerpo} dir="auto">
        {nota.texto}
      </p>
    </li>
  );
}

/** The box of a note: its person never gets it but in the copy of their data. */
export function RedactarNota({ id, onClose }: { id: string; onClose: () => void }) {
  const create = useCreateNota();
  const [texto, setTexto] = useState('');
  // Sent again, its answer lost, it is the same note.
  const [clienteId] = useState(() => crypto.randomUUID());
  const add = async () => {
    if (texto.trim() === '') return;
    await create.mutateAsync({ id, clienteId, texto });
    onClose();
  };
  return (
    <form
      className={styles.redactar}
      data-nota
      onSubmit={(event) => {
        event.preventDefault();
        void add().catch(tellFailure);
      }}
    >
      <TextAreaField
        label="Nota interna"
        value={texto}
        onChange={setTexto}
        rows={2}
        hint="La persona la recibe si pide la copia de sus datos."
      />
      <p className={styles.botones}>
        <Button variant="quiet" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Guardar nota
        </Button>
      </p>
    </form>
  );
}

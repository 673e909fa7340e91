import { useState } from 'react';
import { TextAreaField } from '../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { Button, formatDateTime } from '../../../../platform/web/ui/index.ts';
import { useCreateNota, useNotas } from '../hooks.ts';
import styles from './soporte.module.css';

/** Notes among staff, told apart by a label and a border, and the way to add one. */
export function Notas({ id }: { id: string }) {
  const { data } = useNotas(id);
  const create = useCreateNota();
  const [opened, { open, close }] = useDisclosure();
  const [texto, setTexto] = useState('');
  const [clienteId, setClienteId] = useState(() => crypto.randomUUID());
  const add = async () => {
    if (texto.trim() === '') return;
    await create.mutateAsync({ id, clienteId, texto });
    setTexto('');
    setClienteId(crypto.randomUUID());
    close();
  };
  return (
    <>
      {data?.notas.map((nota) => (
        <li key={nota.id} className={styles.mensaje} data-nota>
          <p className={styles.autor}>
            <strong>
              Nota interna de {nota.propia ? 'usted' : (nota.nombre ?? 'el personal')}
            </strong>
            <time dateTime={nota.en}>{formatDateTime(nota.en)}</time>
          </p>
          <p className={styles.cuerpo} dir="auto">
            {nota.texto}
          </p>
        </li>
      ))}
      <li className={styles.mensaje} data-nota>
        {opened ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void add();
            }}
          >
            <TextAreaField
              label="Nota interna"
              value={texto}
              onChange={setTexto}
              rows={2}
              maxLength={4000}
              hint="La persona la recibe si pide la copia de sus datos."
            />
            <p className={styles.botones}>
              <Button type="submit" size="small" busy={create.isPending}>
                Guardar nota
              </Button>
              <Button size="small" variant="quiet" onClick={close}>
                Cancelar
              </Button>
            </p>
          </form>
        ) : (
          <Button size="small" variant="quiet" flush onClick={open}>
            Agregar nota interna
          </Button>
        )}
      </li>
    </>
  );
}

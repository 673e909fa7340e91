import { useState } from 'react';
import { searchIn } from '../../../../../platform/shared/search.ts';
import { EditorColumns } from '../../../../../platform/web/editor/editor-frame.tsx';
import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { RadioGroupField, TextField } from '../../../../../platform/web/form/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { Button } from '../../../../../platform/web/ui/button.tsx';
import { Dialog } from '../../../../../platform/web/ui/dialog.tsx';
import styles from '../../../web/components/formulario.module.css';
import type { SeccionEnBiblioteca } from '../../contract.ts';
import { bibliotecaPath } from '../../routes.ts';
import { describeCampos, type Seccion } from '../../rules.ts';
import { useBiblioteca, useSeccionDeBiblioteca } from '../hooks.ts';
import { VistaDeSeccion } from './vista-de-seccion.tsx';

/** A section is looked for in the library, seen, and taken. */
export function AgregarDeBibliotecaDialog({
  onAgregar,
  onClose,
}: {
  onAgregar: (seccion: Seccion) => void;
  onClose: () => void;
}) {
  const { data, error, isPending, refetch } = useBiblioteca();
  const [busqueda, setBusqueda] = useState('');
  const [elegida, setElegida] = useState('');
  const disponibles = (data?.secciones ?? []).filter(
    ({ estado, campos }) => estado === 'disponible' && campos !== null,
  );
  const { filas } = searchIn(
    disponibles,
    ({ nombre, descripcion }) => `${nombre} ${descripcion}`,
    busqueda,
  );
  // What is not in sight is not taken.
  const chosen = filas.find(({ id }) => id === elegida);
  return (
    <Dialog
      opened
      wide
      keeps
      title="Agregar de la biblioteca"
      onClose={onClose}
      actions={
        <>
          {chosen ? (
            <Agregar id={chosen.id} onAgregar={onAgregar} />
          ) : (
            <Button
              variant="primary"
              aria-disabled
              onClick={() => notify.error('Elija primero una sección.')}
            >
              Agregar al formulario
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            Cancelar
          </Button>
        </>
      }
    >
      <EditorColumns
        preview={
          chosen ? (
            <VistaDeSeccion key={chosen.id} id={chosen.id} nombre={chosen.nombre} />
          ) : (
            <p className={styles.ninguna}>Elija una sección para ver cómo quedará.</p>
          )
        }
      >
        <div className={styles.elegir}>
          <TextField
            label="Buscar en la biblioteca"
            type="search"
            value={busqueda}
            onChange={setBusqueda}
            autoComplete="off"
          />
          {isPending && <Loading shape="list" />}
          {error && <ErrorState error={error} retry={() => void refetch()} />}
          {data && <Encontradas {...{ filas, busqueda, elegida }} onElegir={setElegida} />}
          <p>
            <Link to={bibliotecaPath}>Administrar la biblioteca</Link>
          </p>
        </div>
      </EditorColumns>
    </Dialog>
  );
}

function Encontradas({
  filas,
  busqueda,
  elegida,
  onElegir,
}: {
  filas: readonly SeccionEnBiblioteca[];
  busqueda: string;
  elegida: string;
  onElegir: (id: string) => void;
}) {
  return (
    <>
      <p className="sr-only" role="status">
        {filas.length === 1 ? '1 sección' : `${filas.length} secciones`}
      </p>
      {filas.length > 0 ? (
        <div className={styles.lista}>
          <RadioGroupField
            label="Secciones"
            value={elegida}
            onChange={onElegir}
            options={filas.map(({ id, nombre, descripcion, campos }) => ({
              value: id,
              label: nombre,
              hint: [describeCampos(campos), descripcion].filter(Boolean).join('. '),
            }))}
          />
        </div>
      ) : (
        <p className={styles.ninguna}>
          {busqueda === ''
            ? 'La biblioteca está vacía.'
            : 'Ninguna sección tiene esas palabras. Pruebe con menos.'}
        </p>
      )}
    </>
  );
}

function Agregar({ id, onAgregar }: { id: string; onAgregar: (seccion: Seccion) => void }) {
  const { data } = useSeccionDeBiblioteca(id);
  return (
    <Button variant="primary" busy={!data} onClick={() => data && onAgregar(data.seccion)}>
      Agregar al formulario
    </Button>
  );
}

import { useState } from 'react';
import { searchIn } from '../../../../../platform/shared/search.ts';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import {
  EmptyState,
  ErrorState,
  Loading,
  notify,
} from '../../../../../platform/web/feedback/index.ts';
import { TextField, useForm } from '../../../../../platform/web/form/index.ts';
import {
  Button,
  EstadoBadge,
  formatDate,
  PageHeading,
} from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { plantillasPath } from '../../../routes.ts';
import styles from '../../../web/components/formulario.module.css';
import type { SeccionEnBiblioteca } from '../../contract.ts';
import { SECCION } from '../../estados.ts';
import { describeCampos } from '../../rules.ts';
import { useArchiveSeccion, useBiblioteca, useUpdateSeccion } from '../hooks.ts';
import { checkNombre, NombreDeSeccionDialog } from './nombre.tsx';
import { VistaDeSeccion } from './vista-de-seccion.tsx';

/** The sections to start others from. */
export function Biblioteca() {
  const { data, error, isPending, refetch } = useBiblioteca();
  const [busqueda, setBusqueda] = useState('');
  const [renaming, setRenaming] = useState<SeccionEnBiblioteca | null>(null);
  if (isPending) return <Loading shape="page" />;
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />;
  const { filas } = searchIn(
    data.secciones,
    ({ nombre, descripcion }) => `${nombre} ${descripcion}`,
    busqueda,
  );
  return (
    <>
      <PageHeading
        title="Biblioteca de secciones"
        lead="Secciones reutilizables. Al usarlas se copian; los cambios no afectan a las plantillas."
        breadcrumbs={[{ label: 'Plantillas', to: plantillasPath }]}
      />
      <div className={styles.buscar}>
        <TextField
          label="Buscar en la biblioteca"
          type="search"
          value={busqueda}
          onChange={setBusqueda}
          autoComplete="off"
        />
        <p className="sr-only" role="status">
          {filas.length === 1 ? '1 sección' : `${filas.length} secciones`}
        </p>
      </div>
      {filas.length === 0 && (
        <EmptyState
          title={
            busqueda === '' ? 'La biblioteca está vacía' : 'Ninguna sección tiene esas palabras'
          }
        >
          Guarde una sección desde el borrador de una plantilla: «Guardar en la biblioteca».
        </EmptyState>
      )}
      <RecordList>
        {filas.map((seccion) => (
          <Fila key={seccion.id} seccion={seccion} onRename={() => setRenaming(seccion)} />
        ))}
      </RecordList>
      {renaming && <RenombrarDialog seccion={renaming} onClose={() => setRenaming(null)} />}
    </>
  );
}

function Fila({ seccion, onRename }: { seccion: SeccionEnBiblioteca; onRename: () => void }) {
  const { id, nombre, descripcion, estado, campos, sensible, incluida } = seccion;
  const [seen, setSeen] = useState(false);
  const archive = useArchiveSeccion();
  const archivada = estado === 'archivada';
  const note = [
    describeCampos(campos),
    sensible && 'con respuestas sensibles',
    incluida ? 'incluida en el portal' : `guardada el ${formatDate(seccion.actualizadoEn)}`,
  ];
  const toggle = () =>
    archive.mutate(
      { id, archivada: !archivada },
      {
        onSuccess: () =>
          notify.success(
            archivada
              ? `«${nombre}» vuelve a ofrecerse.`
              : `«${nombre}» se archivó. Los formularios que la copiaron no cambian.`,
          ),
        onError: (error) => notify.error(messageOf(error)),
      },
    );
  const de = <span className="sr-only"> «{nombre}»</span>;
  return (
    <RecordRow
      name={
        <>
          {nombre}{' '}
          {archivada && (
            <EstadoBadge tone={SECCION.tono(estado)}>{SECCION.palabra(estado)}</EstadoBadge>
          )}
        </>
      }
      note={note.filter(Boolean).join(' · ')}
      actions={
        <>
          <Button size="small" aria-expanded={seen} onClick={() => setSeen(!seen)}>
            {seen ? 'Ocultar' : 'Ver'}
            {de}
          </Button>
          <Button size="small" variant="quiet" onClick={onRename}>
            Cambiar el nombre<span className="sr-only"> de «{nombre}»</span>
          </Button>
          <Button size="small" variant="quiet" busy={archive.isPending} onClick={toggle}>
            {archivada ? 'Volver a ofrecer' : 'Archivar'}
            {de}
          </Button>
        </>
      }
    >
      {descripcion !== '' && <p>{descripcion}</p>}
      {seen && <VistaDeSeccion id={id} nombre={nombre} />}
    </RecordRow>
  );
}

function RenombrarDialog({
  seccion: { id, nombre, descripcion },
  onClose,
}: {
  seccion: SeccionEnBiblioteca;
  onClose: () => void;
}) {
  const update = useUpdateSeccion();
  const antes = { nombre, descripcion };
  const form = useForm({
    initial: antes,
    validate: checkNombre,
    submit: (values) => update.mutateAsync({ id, ...values, antes }),
    onSuccess: () => {
      notify.success('Se cambió.');
      onClose();
    },
  });
  return (
    <NombreDeSeccionDialog
      title="Cambiar el nombre"
      form={form}
      keptAs={`biblioteca/${id}/nombre`}
      onClose={onClose}
    />
  );
}

import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, Folio } from '../../../../../platform/web/ui/index.ts';
import { useConfirmSupresion, useEnsayoSupresion } from '../hooks.ts';
import { CategoriasSuprimidas } from './categorias.tsx';
import styles from './supresion.module.css';

/** The rehearsal of a cancellation that was granted, and the act; nothing is asked of the server before it is wanted. */
export function Supresion({ id }: { id: string }) {
  const [rehearsing, { open }] = useDisclosure();
  return (
    <div className={styles.part}>
      {rehearsing ? <Ensayo id={id} /> : <Button onClick={open}>Ensayar la supresión</Button>}
    </div>
  );
}

function Ensayo({ id }: { id: string }) {
  const found = useEnsayoSupresion(id);
  const [confirming, { open, close }] = useDisclosure();
  if (found.isPending) return <Loading shape="list" />;
  if (found.isError) {
    return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  }
  const { categorias, confirmacion, bloquea, avisa, impedimentos, huella } = found.data;
  const stopped = impedimentos.length > 0;
  return (
    <>
      {stopped && (
        <Notice tone="danger" title="No se puede suprimir por ahora">
          {impedimentos.map((one) => (
            <p key={one}>{one}</p>
          ))}
        </Notice>
      )}
      <CategoriasSuprimidas categorias={categorias} cumplida={false} />
      <p>
        {bloquea
          ? 'El expediente queda bloqueado: nadie lo encuentra, lo abre ni lo reclama.'
          : 'Del expediente no queda nada.'}{' '}
        {avisa === null
          ? 'No hay un correo al que avisarle: entréguele la respuesta por el medio que indicó.'
          : `Se le avisa en ${avisa} antes de borrar esa dirección.`}
      </p>
      {/* While it stands in the way the button says so, and keeps its place. */}
      <Button variant="danger" disabled={stopped} onClick={open}>
        Suprimir los datos
      </Button>
      {confirming && (
        <SuprimirDialog
          id={id}
          confirmacion={confirmacion}
          huella={huella}
          onClose={() => {
            close();
            void found.refetch();
          }}
        />
      )}
    </>
  );
}

function SuprimirDialog({
  id,
  confirmacion,
  huella,
  onClose,
}: {
  id: string;
  confirmacion: string;
  huella: string;
  onClose: () => void;
}) {
  const suppress = useConfirmSupresion();
  const form = useForm({
    initial: { escrita: '' },
    validate: ({ escrita }) => ({
      escrita:
        escrita.trim().toUpperCase() === confirmacion.toUpperCase()
          ? undefined
          : `Escriba ${confirmacion} para confirmar.`,
    }),
    submit: ({ escrita }) => suppress.mutateAsync({ id, confirmacion: escrita, huella }),
    onSuccess: () => {
      notify.success('Los datos se suprimieron. La solicitud quedó cumplida.');
    },
  });
  return (
    <FormDialog
      title="¿Suprimir los datos de esta persona?"
      form={form}
      submit="Suprimir los datos"
      busy="Suprimiendo…"
      danger
      onClose={onClose}
    >
      <p>
        No puede deshacerse: se borra lo que dice el ensayo, con sus archivos, y se cierra su
        cuenta.
      </p>
      <p>
        Para confirmar, escriba <Folio>{confirmacion}</Folio>
      </p>
      <TextField {...form.field('escrita')} label="Clave que confirma" autoComplete="off" />
    </FormDialog>
  );
}

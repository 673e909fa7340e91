import { ErrorState, Loading, notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { useForm } from '../../../../platform/web/form/index.ts';
import { Button, Dialog } from '../../../../platform/web/ui/index.ts';
import type { Item, Uso } from '../../contract.ts';
import type { Catalogo } from '../../definiciones/rules.ts';
import { useItemChanges, useUso } from '../hooks.ts';
import { Usos } from './usos.tsx';

type Props = {
  catalogo: Catalogo;
  item: Item;
  onClose: () => void;
  onDesactivar: () => void;
};

/** Deletes an item that nothing uses; of one in use it says where, and offers to deactivate it. */
export function BorrarDialog(props: Props) {
  const { catalogo, item, onClose } = props;
  const uso = useUso(item.id);
  const title = `Borrar ${catalogo.singular}`;
  if (!uso.data) {
    return (
      <Dialog opened title={title} onClose={onClose}>
        {uso.isError ? (
          <ErrorState error={uso.error} retry={() => void uso.refetch()} />
        ) : (
          <Loading shape="form" />
        )}
      </Dialog>
    );
  }
  return uso.data.usos.length > 0 ? (
    <EnUso {...props} usos={uso.data.usos} />
  ) : (
    <Confirmar {...props} title={title} />
  );
}

function EnUso({ item, usos, onClose, onDesactivar }: Props & { usos: readonly Uso[] }) {
  return (
    <Dialog
      opened
      title="No se puede borrar"
      onClose={onClose}
      actions={
        <>
          {item.activo && <Button onClick={onDesactivar}>Desactivar</Button>}
          <Button variant="quiet" onClick={onClose}>
            Cerrar
          </Button>
        </>
      }
    >
      <p>
        <strong>{item.nombre}</strong> se usa en:
      </p>
      <Usos usos={usos} onGo={onClose} />
      <p>
        {item.activo
          ? 'Si ya no debe ofrecerse, desactívelo: lo que lo usa no cambia.'
          : 'Ya está inactivo: no se ofrece, y lo que lo usa se sigue leyendo igual.'}
      </p>
    </Dialog>
  );
}

function Confirmar({ item, title, onClose }: Props & { title: string }) {
  const { deleteItemCatalogo } = useItemChanges();
  const form = useForm({
    initial: {},
    submit: () => deleteItemCatalogo({ id: item.id, version: item.version }),
    onSuccess: () => {
      notify.success(`Se borró «${item.nombre}».`);
      onClose();
    },
  });
  return (
    <FormDialog title={title} form={form} submit="Borrar" busy="Borrando…" danger {...{ onClose }}>
      <p>
        <strong>{item.nombre}</strong>
      </p>
      <p>Nada lo usa. Al borrarlo desaparece del catálogo y no se puede deshacer.</p>
    </FormDialog>
  );
}

import { messageOf } from '../../../../platform/web/callables/client.ts';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { useForm } from '../../../../platform/web/form/index.ts';
import type { Item } from '../../contract.ts';
import { type Catalogo, hijosDe } from '../../definiciones/rules.ts';
import { useItemChanges } from '../hooks.ts';

type Props = { catalogo: Catalogo; item: Item; onClose: () => void };

const useEstado = ({ item, onClose }: Props, activo: boolean, said: string) => {
  const { setActivoItemCatalogo } = useItemChanges();
  return useForm({
    initial: {},
    submit: () => setActivoItemCatalogo({ id: item.id, activo }),
    onSuccess: () => {
      notify.success(said, {
        label: 'Deshacer',
        run: () =>
          void setActivoItemCatalogo({ id: item.id, activo: !activo }).then(
            () => notify.info(`«${item.nombre}» quedó como estaba.`),
            (error) => notify.error(messageOf(error)),
          ),
      });
      onClose();
    },
  });
};

export function DesactivarDialog(props: Props) {
  const { catalogo, item, onClose } = props;
  const form = useEstado(props, false, `«${item.nombre}» ya no se ofrece.`);
  return (
    <FormDialog
      title={`Desactivar ${catalogo.singular}`}
      form={form}
      submit="Desactivar"
      {...{ onClose }}
    >
      <p>
        <strong>{item.nombre}</strong>
      </p>
      <p>
        Dejará de ofrecerse donde se elige. Lo que ya lo usa no cambia y se sigue leyendo igual.
        Puede reactivarlo cuando quiera.
      </p>
      {hijosDe(catalogo.id).length > 0 && (
        <p>Mientras esté inactivo, lo que depende de él tampoco se ofrecerá.</p>
      )}
    </FormDialog>
  );
}

export function ReactivarDialog(props: Props) {
  const { catalogo, item, onClose } = props;
  const form = useEstado(props, true, `«${item.nombre}» se ofrece de nuevo.`);
  return (
    <FormDialog
      title={`Reactivar ${catalogo.singular}`}
      form={form}
      submit="Reactivar"
      {...{ onClose }}
    >
      <p>
        <strong>{item.nombre}</strong>
      </p>
      <p>Volverá a ofrecerse donde se elige.</p>
    </FormDialog>
  );
}

import type { Vista } from '../../shared/vistas.ts';
import { messageOf } from '../callables/client.ts';
import { notify } from '../feedback/notifications.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { CheckboxField, TextField, useForm } from '../form/index.ts';
import { Button } from '../ui/button.tsx';
import { IconTrash } from '../ui/icons-of-screens.tsx';
import type { SavedViews } from './saved-views.ts';

/** Names what the list shows now (`view` null), or renames, deletes or makes the first one that is there. */
export function SavedViewDialog({
  views,
  view,
  onClose,
}: {
  views: SavedViews;
  view: Vista | null;
  onClose: () => void;
}) {
  const form = useForm({
    initial: { nombre: view?.nombre ?? '', predeterminada: view?.predeterminada ?? false },
    validate: ({ nombre }) => ({
      nombre: nombre.trim() === '' ? 'Escriba un nombre para la vista.' : undefined,
    }),
    submit: (typed) => views.save({ ...views.draft(view), ...typed }),
    onSuccess: ({ nombre }) => {
      notify.success(
        view
          ? `Se guardó la vista «${nombre}».`
          : `Se guardó la vista «${nombre}». Está en «Vista».`,
      );
      onClose();
    },
  });
  const remove = (gone: Vista) => {
    onClose();
    views.remove(gone.id).then(
      () =>
        notify.success(`Se borró la vista «${gone.nombre}».`, {
          label: 'Deshacer',
          run: () =>
            void views.save({ ...gone, ocultas: gone.ocultas && [...gone.ocultas], id: null }).then(
              () => notify.info(`La vista «${gone.nombre}» está otra vez.`),
              (error) => notify.error(messageOf(error)),
            ),
        }),
      (error) => notify.error(messageOf(error)),
    );
  };
  return (
    <FormDialog
      title={view ? 'Cambiar la vista' : 'Guardar esta vista'}
      form={form}
      submit="Guardar"
      onClose={onClose}
    >
      {!view && (
        <p>
          Se guardan los filtros, {views.search && `la búsqueda «${views.search}», `}el orden y las
          columnas que ve ahora. Solo usted la verá, en cualquier equipo.
        </p>
      )}
      <TextField
        {...form.field('nombre')}
        label="Nombre de la vista"
        maxLength={60}
        autoComplete="off"
      />
      <CheckboxField {...form.field('predeterminada')} label="Abrir siempre esta lista así" />
      {view && (
        <div>
          <Button
            flush
            size="small"
            variant="quiet"
            icon={<IconTrash />}
            onClick={() => remove(view)}
          >
            Borrar esta vista
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

import { Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { SelectField, useForm } from '../../../../../platform/web/form/index.ts';
import { formatDate } from '../../../../../platform/web/ui/index.ts';
import { useActos, useOpciones } from '../hooks.ts';

/** Creates the draft of an edition's call. `edicionId`: of which one, when it is known. */
export function CrearDialog({
  edicionId = null,
  onClose,
  onCreated,
}: {
  edicionId?: string | null;
  onClose: () => void;
  onCreated: (edicionId: string) => void;
}) {
  const opciones = useOpciones();
  const { create } = useActos();
  const form = useForm({
    initial: { edicionId: edicionId ?? '', presolicitudPlantillaId: '', desde: '' },
    validate: (v) => ({
      ...(v.edicionId === '' && { edicionId: 'Elija la edición.' }),
      ...(v.presolicitudPlantillaId === '' && {
        presolicitudPlantillaId: 'Elija el formulario de la presolicitud.',
      }),
    }),
    submit: (v) => create.mutateAsync({ ...v, desde: v.desde || null }),
    onSuccess: (creada) => {
      notify.success('Se creó el borrador de la convocatoria.');
      onClose();
      onCreated(creada.edicionId);
    },
  });
  const { data } = opciones;
  return (
    <FormDialog
      title="Crear una convocatoria"
      form={form}
      submit="Crear el borrador"
      busy="Creando…"
      onClose={onClose}
    >
      {!data ? (
        <Loading shape="form" />
      ) : (
        <>
          {edicionId === null && (
            <SelectField
              label="Edición de posgrado"
              options={data.ediciones.map(({ id, nombre, inicia }) => ({
                value: id,
                label: `${nombre} (inicia el ${formatDate(inicia)})`,
              }))}
              empty={
                data.ediciones.length === 0
                  ? 'No hay ediciones de posgrado por comenzar'
                  : 'Elija una edición'
              }
              {...form.field('edicionId')}
            />
          )}
          <SelectField
            label="Formulario de la presolicitud"
            hint="El de la solicitud es la plantilla de la edición."
            options={data.plantillas.map(({ id, nombre }) => ({ value: id, label: nombre }))}
            {...form.field('presolicitudPlantillaId')}
          />
          <SelectField
            label="Copiar bases y etapas de"
            optional
            empty="Ninguna"
            options={data.convocatorias.map(({ id, nombre }) => ({ value: id, label: nombre }))}
            {...form.field('desde')}
          />
        </>
      )}
    </FormDialog>
  );
}

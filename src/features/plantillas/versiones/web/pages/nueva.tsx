import { useNavigate } from 'react-router';
import {
  Form,
  SelectField,
  SubmitButton,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { PageHeading } from '../../../../../platform/web/ui/index.ts';
import { editVersionPath, plantillasPath } from '../../../routes.ts';
import { useCreatePlantilla, useTodasLasPlantillas } from '../hooks.ts';

/** `/plantillas/crear` */
export default function NuevaPlantillaPage() {
  const navigate = useNavigate();
  const create = useCreatePlantilla();
  const todas = useTodasLasPlantillas();
  const form = useForm({
    initial: { nombre: '', descripcion: '', desde: '' },
    validate: ({ nombre }) => ({
      ...(nombre.trim().length < 3 && {
        nombre: 'Escriba el nombre de la plantilla: al menos 3 letras.',
      }),
    }),
    submit: async ({ desde, ...rest }) => {
      const made = await create.mutateAsync({ ...rest, desde: desde || null });
      navigate(editVersionPath(made.plantillaId, made.versionId), { replace: true });
    },
  });
  // Its draft too: whoever copies may want what is being written.
  const options = (todas.data?.filas ?? []).flatMap(({ nombre, publicada, borrador }) => [
    ...(publicada
      ? [{ value: publicada.id, label: `${nombre}, versión ${publicada.numero} (en vigor)` }]
      : []),
    ...(borrador
      ? [{ value: borrador.id, label: `${nombre}, versión ${borrador.numero} (borrador)` }]
      : []),
  ]);
  return (
    <>
      <PageHeading
        title="Nueva plantilla"
        lead="Empiece de cero o a partir de otra. Nadie la usa hasta que la publique."
        breadcrumbs={[{ label: 'Plantillas', to: plantillasPath }]}
      />
      <Form form={form}>
        <TextField
          {...form.field('nombre')}
          label="Nombre"
          hint="Como la encontrará el personal: «Inscripción a diplomados»."
          autoComplete="off"
        />
        <TextAreaField
          {...form.field('descripcion')}
          label="Para qué es"
          optional
          maxLength={500}
        />
        <SelectField
          {...form.field('desde')}
          label="Empezar a partir de"
          options={options}
          empty="Una plantilla en blanco"
        />
        <SubmitButton busyLabel="Creando…">Crear y editar</SubmitButton>
      </Form>
    </>
  );
}

import { useNavigate } from 'react-router';
import {
  CheckboxGroupField,
  Form,
  SelectField,
  SubmitButton,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { PageHeading } from '../../../../../platform/web/ui/index.ts';
import { editVersionPath, plantillasPath } from '../../../routes.ts';
import { describeCampos } from '../../../secciones/rules.ts';
import { useBiblioteca } from '../../../secciones/web/hooks.ts';
import { useCreatePlantilla, useTodasLasPlantillas } from '../hooks.ts';

/** `/plantillas/crear` */
export default function NuevaPlantillaPage() {
  const navigate = useNavigate();
  const create = useCreatePlantilla();
  const todas = useTodasLasPlantillas();
  const biblioteca = useBiblioteca();
  const disponibles = (biblioteca.data?.secciones ?? []).filter(
    ({ estado, campos }) => estado === 'disponible' && campos !== null,
  );
  const form = useForm({
    initial: { nombre: '', descripcion: '', desde: '', secciones: [] as readonly string[] },
    validate: ({ nombre }) => ({
      ...(nombre.trim().length < 3 && {
        nombre: 'Escriba el nombre de la plantilla: al menos 3 letras.',
      }),
    }),
    submit: async ({ desde, secciones, ...rest }) => {
      const made = await create.mutateAsync({
        ...rest,
        desde: desde || null,
        secciones: [...secciones],
      });
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
        lead="Empiece de cero, a partir de otra o con secciones de la biblioteca. Nadie la usa hasta que la publique."
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
        {disponibles.length > 0 && (
          <CheckboxGroupField
            {...form.field('secciones')}
            label="Con secciones de la biblioteca"
            hint="Se copian al final, en el orden en que las marque."
            optional
            options={disponibles.map(({ id, nombre, descripcion, campos }) => ({
              value: id,
              label: nombre,
              hint: [describeCampos(campos), descripcion].filter(Boolean).join('. '),
            }))}
          />
        )}
        <SubmitButton busyLabel="Creando…">Crear y editar</SubmitButton>
      </Form>
    </>
  );
}

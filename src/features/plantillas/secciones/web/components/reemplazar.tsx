import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { SelectField, useForm } from '../../../../../platform/web/form/index.ts';
import { Diferencias } from '../../../versiones/web/components/diferencias.tsx';
import { describeSinCondicion, type Seccion, standAlone } from '../../rules.ts';
import { useBiblioteca, useReplaceSeccion, useSeccionDeBiblioteca } from '../hooks.ts';

/** What a section of the library says, replaced by what one of a draft does: what changes is seen first. */
export function ReemplazarDialog({ seccion, onClose }: { seccion: Seccion; onClose: () => void }) {
  const { data } = useBiblioteca();
  const replace = useReplaceSeccion();
  const disponibles = (data?.secciones ?? []).filter(({ estado }) => estado === 'disponible');
  const { seccion: sola, sinCondicion } = standAlone(seccion);
  const pierde = describeSinCondicion(sinCondicion);
  const form = useForm({
    initial: { id: '' },
    validate: ({ id }) => (id === '' ? { id: 'Elija la sección que se reemplaza.' } : {}),
    submit: ({ id }) => {
      const vista = disponibles.find((one) => one.id === id)?.actualizadoEn ?? '';
      return replace.mutateAsync({ id, vista, seccion });
    },
    onSuccess: () => {
      notify.success('Se reemplazó. Los formularios que la copiaron no cambian.');
      onClose();
    },
  });
  const { id } = form.values;
  return (
    <FormDialog
      title="Reemplazar en la biblioteca"
      form={form}
      submit="Reemplazar"
      onClose={onClose}
    >
      <p>Lo que decía queda en el historial. Los formularios que la copiaron no cambian.</p>
      {pierde && <p>{pierde}</p>}
      <SelectField
        {...form.field('id')}
        label="Sección que se reemplaza"
        options={disponibles.map((one) => ({ value: one.id, label: one.nombre }))}
      />
      {id !== '' && <Cambios key={id} id={id} sola={sola} />}
    </FormDialog>
  );
}

function Cambios({ id, sola }: { id: string; sola: Seccion }) {
  const { data, error, isPending, refetch } = useSeccionDeBiblioteca(id);
  if (isPending) return <Loading shape="list" />;
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />;
  return (
    <Diferencias
      antes={{ secciones: [data.seccion], reglas: [] }}
      despues={{ secciones: [{ ...sola, clave: data.seccion.clave }], reglas: [] }}
      ninguna={<p>Dice lo mismo.</p>}
    />
  );
}

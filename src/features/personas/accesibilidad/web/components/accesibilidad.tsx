import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  CheckboxGroupField,
  TextAreaField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button, IconLock } from '../../../../../platform/web/ui/index.ts';
import type { AccesibilidadPropia } from '../../contract.ts';
import { APOYOS, type Apoyo, DETALLE_MAX, isNinguna } from '../../rules.ts';
import { useAccesibilidad, useSaveAccesibilidad } from '../hooks.ts';
import styles from './accesibilidad.module.css';
import { Dichas } from './necesidades.tsx';

/** What one needs to take part, and saying it. */
export function Accesibilidad() {
  const { clave } = useUser();
  return clave === null ? (
    <p>Podrá anotarlo aquí cuando su cuenta tenga un expediente.</p>
  ) : (
    <Propia />
  );
}

function Propia() {
  const query = useAccesibilidad();
  const [opened, { open, close }] = useDisclosure();
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) {
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  }
  const { data } = query;
  const ninguna = isNinguna(data);
  return (
    <div className={styles.part}>
      {ninguna ? <p>No ha anotado nada.</p> : <Dichas necesidades={data} />}
      <Button icon={<IconLock />} onClick={open}>
        {ninguna ? 'Anotar lo que necesito' : 'Cambiar lo que necesito'}
      </Button>
      {opened && <Editar actual={data} onClose={close} />}
    </div>
  );
}

function Editar({ actual, onClose }: { actual: AccesibilidadPropia; onClose: () => void }) {
  const save = useSaveAccesibilidad();
  const form = useForm({
    initial: { apoyos: actual.apoyos as readonly string[], detalle: actual.detalle },
    submit: ({ apoyos, detalle }) =>
      save.mutateAsync({ apoyos: apoyos as Apoyo[], detalle, version: actual.version }),
    onSuccess: (saved) => {
      notify.success(
        isNinguna(saved) ? 'Se borró lo que había anotado.' : 'Se guardó lo que necesita.',
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title="Lo que necesita para participar"
      form={form}
      submit="Guardar"
      onClose={onClose}
    >
      <p>
        Son datos sensibles: se guardan aparte y cifrados, no aparecen en acuses ni en listas, y
        solo los consulta Control Escolar para preparar lo que usted necesita, anotando para qué.
        Quite todo y guarde para borrarlos.
      </p>
      <CheckboxGroupField
        {...form.field('apoyos')}
        label="Apoyos"
        optional
        options={APOYOS.map(({ value, label }) => ({ value, label }))}
      />
      <TextAreaField
        {...form.field('detalle')}
        label="Algo más que debamos saber"
        hint="No hace falta que explique por qué lo necesita."
        optional
        maxLength={DETALLE_MAX}
        rows={3}
      />
    </FormDialog>
  );
}

import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { CheckboxGroupField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, Dialog, IconLock } from '../../../../../platform/web/ui/index.ts';
import { usePoliticaFactor, useSavePoliticaFactor } from '../hooks.ts';

const TITLE = 'Segundo factor obligatorio';
const ROLES = [
  { value: 'Admin', label: 'Admin', hint: 'Cuentas, catálogos, plantillas y auditoría' },
  { value: 'Escolar', label: 'Escolar', hint: 'Personas y documentos que se emiten' },
];

/** Which roles must sign in with a second factor: the button says it, its dialog changes it. */
export function PoliticaFactor() {
  const [opened, { open, close }] = useDisclosure();
  const politica = usePoliticaFactor();
  const roles = politica.data?.roles;
  return (
    <>
      <Button icon={<IconLock />} onClick={open}>
        {roles?.length ? `Segundo factor: ${roles.join(' y ')}` : TITLE}
      </Button>
      {opened &&
        (roles ? (
          <PoliticaForm roles={roles} onClose={close} />
        ) : (
          <Dialog opened title={TITLE} onClose={close}>
            {politica.isError ? (
              <ErrorState error={politica.error} retry={() => void politica.refetch()} />
            ) : (
              <Loading shape="form" />
            )}
          </Dialog>
        ))}
    </>
  );
}

type Roles = ('Admin' | 'Escolar')[];

function PoliticaForm({ roles, onClose }: { roles: Roles; onClose: () => void }) {
  const save = useSavePoliticaFactor();
  const form = useForm({
    initial: { roles: roles as readonly string[] },
    submit: ({ roles: chosen }) => save({ roles: chosen as Roles }),
    onSuccess: (_, { roles: chosen }) => {
      notify.success(
        chosen.length > 0
          ? `El segundo factor es obligatorio para ${chosen.join(' y ')}.`
          : 'El segundo factor es voluntario para todos los roles.',
      );
      onClose();
    },
  });
  return (
    <FormDialog title={TITLE} form={form} submit="Guardar" onClose={onClose}>
      <CheckboxGroupField
        {...form.field('roles')}
        label="Se exige a quien tenga el rol"
        options={ROLES}
        hint="Las demás personas pueden activarlo si quieren."
      />
      <Notice tone="info">
        <p>
          Quien no lo tenga verá, al seguir usando el portal, una pantalla para activarlo y no podrá
          hacer nada más hasta entonces.
        </p>
      </Notice>
    </FormDialog>
  );
}

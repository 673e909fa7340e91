import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { PasswordField, TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisableFactor, useRenewRecuperacion } from '../hooks.ts';

const INITIAL = { password: '', codigo: '' };

const validate = ({ password, codigo }: typeof INITIAL) => ({
  password: password === '' ? 'Escriba su contraseña.' : undefined,
  codigo:
    codigo.trim().length < 6
      ? 'Escriba el código de su aplicación o uno de recuperación.'
      : undefined,
});

/** Both proofs: somebody at an unattended screen must not be able to do this. */
function Proofs({ form }: { form: ReturnType<typeof useForm<typeof INITIAL>> }) {
  return (
    <>
      <PasswordField {...form.field('password')} label="Su contraseña" />
      <TextField
        {...form.field('codigo')}
        label="Código"
        hint="Seis cifras de su aplicación, o un código de recuperación."
        autoComplete="one-time-code"
        mono
      />
    </>
  );
}

export function RenovarDialog({
  onClose,
  onRenewed,
}: {
  onClose: () => void;
  onRenewed: (codigos: readonly string[]) => void;
}) {
  const renew = useRenewRecuperacion();
  const form = useForm({
    initial: INITIAL,
    validate,
    submit: async (values) => {
      const { codigos } = await renew.mutateAsync(values);
      onClose();
      onRenewed(codigos);
    },
    clearOnError: ['password', 'codigo'],
  });
  return (
    <FormDialog
      title="Renovar los códigos de recuperación"
      form={form}
      submit="Renovar los códigos"
      busy="Renovando…"
      onClose={onClose}
    >
      <p>Los códigos anteriores dejan de servir en cuanto reciba los nuevos.</p>
      <Proofs form={form} />
    </FormDialog>
  );
}

export function DesactivarDialog({ onClose }: { onClose: () => void }) {
  const disable = useDisableFactor();
  const form = useForm({
    initial: INITIAL,
    validate,
    submit: async (values) => {
      await disable.mutateAsync(values);
      notify.success('El segundo factor quedó desactivado. Bastará su contraseña para ingresar.');
      onClose();
    },
    clearOnError: ['password', 'codigo'],
  });
  return (
    <FormDialog
      title="Desactivar el segundo factor"
      form={form}
      submit="Desactivar"
      busy="Desactivando…"
      danger
      onClose={onClose}
    >
      <p>
        Para ingresar bastará su contraseña, y sus códigos de recuperación dejan de servir. Podrá
        activarlo de nuevo cuando quiera.
      </p>
      <Proofs form={form} />
    </FormDialog>
  );
}

import { useState } from 'react';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { PasswordField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button } from '../../../../../platform/web/ui/index.ts';
import {
  PruebaFields,
  pruebaOf,
  pruebaProblems,
  useConFactor,
} from '../../../cambios/web/components/prueba-fields.tsx';
import { MESSAGES } from '../../../errors.ts';
import { passwordLengthProblem } from '../../../rules.ts';
import { useChangePassword } from '../hooks.ts';
import styles from './acceso.module.css';

/** One's own password, and changing it. */
export function Contrasena() {
  const { email } = useUser();
  const [opened, { open, close }] = useDisclosure();
  const [changed, setChanged] = useState(false);
  return (
    <div className={styles.part}>
      <div role="status">
        {changed && (
          <Notice tone="success" title="Su contraseña cambió">
            <p>
              Úsela la próxima vez que ingrese. Se cerraron sus demás sesiones; esta sigue abierta.
              Le enviamos un aviso a {email}.
            </p>
          </Notice>
        )}
      </div>
      <div>
        <Button onClick={open}>Cambiar la contraseña</Button>
      </div>
      {opened && <ContrasenaDialog onClose={close} onChanged={() => setChanged(true)} />}
    </div>
  );
}

function ContrasenaDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const conFactor = useConFactor();
  const change = useChangePassword();
  const form = useForm({
    initial: { password: '', newPassword: '', codigo: '' },
    validate: ({ newPassword, ...prueba }) => ({
      ...pruebaProblems(prueba, conFactor),
      newPassword:
        (newPassword === '' ? 'Escriba la contraseña nueva.' : null) ??
        passwordLengthProblem(newPassword) ??
        (newPassword === prueba.password ? MESSAGES['contrasena-igual'] : undefined),
    }),
    submit: ({ newPassword, ...prueba }) =>
      change.mutateAsync({ ...pruebaOf(prueba), newPassword }),
    onSuccess: () => {
      onChanged();
      onClose();
    },
    clearOnError: ['codigo'],
  });
  return (
    <FormDialog
      title="Cambiar la contraseña"
      form={form}
      submit="Cambiar la contraseña"
      busy="Cambiando…"
      onClose={onClose}
    >
      <PruebaFields form={form} conFactor={conFactor}>
        <PasswordField
          {...form.field('newPassword')}
          label="Contraseña nueva"
          hint="De 12 a 128 caracteres; puede ser una frase que recuerde."
          autoComplete="new-password"
        />
      </PruebaFields>
    </FormDialog>
  );
}

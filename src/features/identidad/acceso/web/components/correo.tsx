import { useRef } from 'react';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button, formatDateTime } from '../../../../../platform/web/ui/index.ts';
import {
  PruebaFields,
  pruebaOf,
  pruebaProblems,
  useConFactor,
} from '../../../cambios/web/components/prueba-fields.tsx';
import { MESSAGES } from '../../../errors.ts';
import { emailProblem, normaliseEmail } from '../../../rules.ts';
import { DemoMailbox } from '../../../web/components/demo-mailbox.tsx';
import { useCancelEmailChange, useEmailChange, useRequestEmailChange } from '../hooks.ts';
import styles from './acceso.module.css';

/** The email of one's own account, the one that is waited for, and changing it. */
export function Correo() {
  const { email } = useUser();
  const pending = useEmailChange();
  const cancel = useCancelEmailChange();
  const [opened, { open, close }] = useDisclosure();
  const change = useRef<HTMLButtonElement>(null);
  const leave = () =>
    cancel.mutate(null, {
      onSuccess: () => {
        // What was pressed goes with the notice.
        change.current?.focus();
        notify.success(`Se canceló el cambio: su correo sigue siendo ${email}.`);
      },
      onError: (error) => notify.error(messageOf(error)),
    });
  return (
    <div className={styles.part}>
      <p className={styles.break}>
        Su correo es <strong>{email}</strong>.
      </p>
      <div role="status">
        {pending.data && (
          <Notice
            tone="info"
            title="Falta un paso para cambiar su correo"
            actions={
              <Button size="small" busy={cancel.isPending} onClick={leave}>
                Cancelar el cambio
              </Button>
            }
          >
            <p className={styles.break}>
              Enviamos un mensaje a <b>{pending.data.email}</b>. Ábralo y siga su enlace antes del{' '}
              {formatDateTime(pending.data.venceEn)}. Hasta entonces ingrese con {email}, como
              siempre.
            </p>
          </Notice>
        )}
      </div>
      {pending.data && <DemoMailbox />}
      <div>
        <Button ref={change} onClick={open}>
          Cambiar el correo
        </Button>
      </div>
      {opened && <CorreoDialog onClose={close} />}
    </div>
  );
}

function CorreoDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const conFactor = useConFactor();
  const request = useRequestEmailChange();
  const form = useForm({
    initial: { password: '', email: '', codigo: '' },
    validate: ({ email, ...prueba }) => ({
      ...pruebaProblems(prueba, conFactor),
      email:
        emailProblem(email) ??
        (normaliseEmail(email) === user.email ? MESSAGES['correo-igual'] : undefined),
    }),
    submit: ({ email, ...prueba }) => request.mutateAsync({ ...pruebaOf(prueba), email }),
    onSuccess: onClose,
    clearOnError: ['codigo'],
  });
  return (
    <FormDialog
      title="Cambiar el correo"
      form={form}
      submit="Enviar el mensaje"
      busy="Enviando…"
      onClose={onClose}
    >
      <p className={styles.break}>
        Le enviaremos un mensaje al correo nuevo, y cambiará cuando abra su enlace. También
        avisaremos a {user.email}.
      </p>
      <PruebaFields form={form} conFactor={conFactor}>
        <TextField
          {...form.field('email')}
          label="Correo nuevo"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </PruebaFields>
    </FormDialog>
  );
}

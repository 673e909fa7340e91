import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextField, useForm } from '../../../../../platform/web/form/index.ts';
import type { Recomendante } from '../../contract.ts';
import { readCorreoRecomendante } from '../../rules.ts';
import { useChangeCorreo } from '../hooks.ts';
import styles from './recomendantes.module.css';

/** Invites the same person at another address. */
export function CorreoDialog({
  recomendante: { id, nombre, correo: anterior },
  onClose,
}: {
  recomendante: Recomendante;
  onClose: () => void;
}) {
  const change = useChangeCorreo();
  const form = useForm({
    initial: { correo: anterior },
    validate: ({ correo }) => {
      const leido = readCorreoRecomendante(correo, { propios: [], otros: [] });
      return 'problema' in leido ? { correo: leido.problema } : {};
    },
    submit: ({ correo }) => change.mutateAsync({ id, correo }),
    onSuccess: () => {
      notify.success(`Se invitó a ${nombre} en el correo nuevo.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Cambiar el correo"
      form={form}
      submit="Cambiar e invitar"
      busy="Invitando…"
      onClose={onClose}
    >
      <p className={styles.texto}>
        {nombre} recibirá un enlace nuevo. El que se envió a {anterior} deja de servir.
      </p>
      <TextField
        {...form.field('correo')}
        label="Correo nuevo"
        type="email"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
      />
    </FormDialog>
  );
}

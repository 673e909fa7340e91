import { fold } from '../../../../../platform/shared/search.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { checkMotivo, MOTIVO } from '../../cierre/rules.ts';
import { type Convocatoria, useActos } from '../hooks.ts';

const gente = (n: number) => (n === 1 ? '1 persona' : `${n} personas`);

/** What is typed to cancel. */
const PALABRA = 'cancelar';

/** Cancels a published call, with everything alive in it. */
export function CancelarDialog({
  convocatoria,
  onClose,
}: {
  convocatoria: Convocatoria;
  onClose: () => void;
}) {
  const { cancel } = useActos();
  const form = useForm({
    initial: { motivo: '', palabra: '' },
    validate: ({ motivo, palabra }) => ({
      ...checkMotivo(motivo),
      ...(fold(palabra) !== PALABRA && { palabra: `Escriba «${PALABRA}» para confirmar.` }),
    }),
    submit: ({ motivo }) => cancel.mutateAsync({ id: convocatoria.id, motivo }),
    onSuccess: () => {
      notify.success(
        'Se canceló la convocatoria. El avance de los avisos está en la bandeja de trabajos.',
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title="Cancelar la convocatoria"
      form={form}
      submit="Cancelar la convocatoria"
      busy="Cancelando…"
      cancel="No cancelarla"
      danger
      keptAs={`convocatoria/${convocatoria.id}/cancelar`}
      onClose={onClose}
    >
      <p>
        Se anulan las presolicitudes y solicitudes vigentes, las invitaciones y las entrevistas, y
        se avisa por correo a {gente(convocatoria.aspirantes)}. No se puede deshacer.
      </p>
      <TextAreaField
        label="Motivo"
        hint="Lo leerán las personas aspirantes."
        rows={3}
        maxLength={MOTIVO.max}
        {...form.field('motivo')}
      />
      <TextField
        label={`Escriba «${PALABRA}» para confirmar`}
        autoComplete="off"
        autoCapitalize="none"
        {...form.field('palabra')}
      />
    </FormDialog>
  );
}

/** Concludes a call in which nothing is left. */
export function ConcluirDialog({
  convocatoria,
  onClose,
}: {
  convocatoria: Convocatoria;
  onClose: () => void;
}) {
  const { end } = useActos();
  const form = useForm({
    initial: {},
    submit: () => end.mutateAsync({ id: convocatoria.id }),
    onSuccess: () => {
      notify.success('Se concluyó la convocatoria.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Concluir la convocatoria"
      form={form}
      submit="Concluirla"
      busy="Concluyendo…"
      onClose={onClose}
    >
      <p>No quedan trámites por resolver. Una convocatoria concluida ya no se modifica.</p>
    </FormDialog>
  );
}

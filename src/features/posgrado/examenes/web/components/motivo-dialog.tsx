import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { MOTIVO_MAX, motivoProblem } from '../../rules.ts';
import { useSaveMotivo } from '../hooks.ts';
import styles from './examen.module.css';

/** Why the next version is made, before its file is chosen. */
export function MotivoDialog({
  etapaId,
  motivo,
  primera,
  onClose,
  onSaved,
}: {
  etapaId: string;
  /** The one that waits from before. */
  motivo: string;
  /** There is no version yet. */
  primera: boolean;
  onClose: () => void;
  onSaved: () => void;
}) {
  const save = useSaveMotivo();
  const form = useForm({
    initial: { motivo: motivo || (primera ? 'Primera entrega de resultados' : '') },
    validate: (values) => ({ motivo: motivoProblem(values.motivo) }),
    submit: (values) => save.mutateAsync({ etapaId, motivo: values.motivo.trim() }),
    onSuccess: onSaved,
  });
  return (
    <FormDialog title="Importar una versión" form={form} submit="Elegir archivo" onClose={onClose}>
      <p className={styles.texto}>
        Los folios que traiga el archivo cambian; los demás conservan sus puntos. Antes de registrar
        la versión verá cada cambio.
      </p>
      <TextAreaField
        {...form.field('motivo')}
        label="Motivo"
        rows={3}
        maxLength={MOTIVO_MAX}
        hint="Queda en la versión; por ejemplo, «Se anularon los reactivos 4 y 17»."
      />
    </FormDialog>
  );
}

import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { RadioGroupField, TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';

/** Why a document is rejected: a reason of the catalog, and what else its person should know. */
export function RechazoDialog({
  titulo,
  nombre,
  motivos,
  onReject,
  onClose,
}: {
  titulo: string;
  nombre: string;
  motivos: readonly { clave: string; nombre: string }[];
  onReject: (motivo: string, nota: string) => void;
  onClose: () => void;
}) {
  const form = useForm({
    initial: { motivo: motivos[0]?.clave ?? '', nota: '' },
    validate: ({ motivo }) => ({ motivo: motivo ? undefined : 'Elija un motivo.' }),
    submit: async ({ motivo, nota }) => onReject(motivo, nota),
  });
  return (
    <FormDialog title={titulo} form={form} submit="Rechazar" onClose={onClose}>
      <RadioGroupField
        {...form.field('motivo')}
        label={`Qué leerá ${nombre}`}
        options={motivos.map(({ clave, nombre: label }) => ({ value: clave, label }))}
      />
      <TextAreaField
        {...form.field('nota')}
        label="Algo más"
        optional
        hint="Qué debe cambiar. Por ejemplo: falta el reverso, con los sellos."
        maxLength={500}
        rows={3}
      />
    </FormDialog>
  );
}

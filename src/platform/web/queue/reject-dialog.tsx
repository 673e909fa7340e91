import { FormDialog } from '../form/form-dialog.tsx';
import { RadioGroupField, TextAreaField, useForm } from '../form/index.ts';

/** Why a record of a queue is refused: a reason of the catalog, and what else its person should know. */
export function RejectDialog({
  titulo,
  nombre,
  motivos,
  hint,
  keptAs,
  onReject,
  onClose,
  children,
}: {
  titulo: string;
  /** Who reads it. */
  nombre: string;
  motivos: readonly { clave: string; nombre: string }[];
  hint: string;
  /** Where what is half typed stays on the device. */
  keptAs: string;
  onReject: (motivo: string, nota: string) => void;
  onClose: () => void;
  children?: React.ReactNode;
}) {
  const form = useForm({
    initial: { motivo: motivos[0]?.clave ?? '', nota: '' },
    validate: ({ motivo }) => ({ motivo: motivo ? undefined : 'Elija un motivo.' }),
    submit: async ({ motivo, nota }) => onReject(motivo, nota),
  });
  return (
    <FormDialog title={titulo} form={form} submit="Rechazar" keptAs={keptAs} onClose={onClose}>
      {children}
      <RadioGroupField
        {...form.field('motivo')}
        label={`Qué leerá ${nombre}`}
        options={motivos.map(({ clave, nombre: label }) => ({ value: clave, label }))}
      />
      <TextAreaField
        {...form.field('nota')}
        label="Algo más"
        optional
        hint={hint}
        maxLength={500}
        rows={3}
      />
    </FormDialog>
  );
}

import { useEffect, useState } from 'react';
import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { checkDate, DateField, useForm } from '../../../../../platform/web/form/index.ts';
import { Dialog } from '../../../../../platform/web/ui/index.ts';
import { useRevisionEnExpediente } from '../hooks.ts';

/** Validates the document in the vault too: its own review, from here. */
export function EnExpedienteDialog({
  documentoId,
  titulo,
  onDone,
  onClose,
}: {
  documentoId: string;
  titulo: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const { start, end, validate } = useRevisionEnExpediente(documentoId);
  const [venceEl, setVenceEl] = useState<string | null>();
  const [error, setError] = useState<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, while the dialog is open
  useEffect(() => {
    start().then(({ documento }) => setVenceEl(documento?.venceEl ?? null), setError);
    return () => void end();
  }, []);
  const title = `Validar en el expediente: ${titulo}`;
  if (error) {
    return (
      <Dialog opened title={title} onClose={onClose}>
        <ErrorState error={error} />
      </Dialog>
    );
  }
  if (venceEl === undefined) {
    return (
      <Dialog opened title={title} onClose={onClose}>
        <Loading shape="form" />
      </Dialog>
    );
  }
  return <Vigencia {...{ title, venceEl, validate, onDone, onClose }} />;
}

function Vigencia({
  title,
  venceEl,
  validate,
  onDone,
  onClose,
}: {
  title: string;
  venceEl: string | null;
  validate: (venceEl: string | null) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}) {
  const form = useForm({
    initial: { venceEl: venceEl ?? '' },
    validate: (v) => ({
      venceEl: v.venceEl === '' ? undefined : (checkDate(v.venceEl, 'la vigencia') ?? undefined),
    }),
    submit: (v) => validate(v.venceEl || null),
    onSuccess: () => {
      notify.success('El documento quedó validado en el expediente.');
      onDone();
    },
  });
  return (
    <FormDialog title={title} form={form} submit="Validar en el expediente" onClose={onClose}>
      <p>Sirve para todos los trámites de la persona, no solo para esta presolicitud.</p>
      <DateField
        {...form.field('venceEl')}
        label="Vigente hasta"
        optional
        hint="El último día, si el documento lo dice. En blanco: no vence."
      />
    </FormDialog>
  );
}

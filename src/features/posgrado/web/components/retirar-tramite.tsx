import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { Button } from '../../../../platform/web/ui/index.ts';

/** Leaves a step for good, after asking. */
export function RetirarTramite({
  boton,
  pregunta,
  consecuencia,
  conserva,
  keptAs,
  submit,
}: {
  boton: string;
  pregunta: string;
  consecuencia: string;
  /** The button that leaves all as it is. */
  conserva: string;
  /** Asks why, and keeps what is written under this name; without it, it is not asked. */
  keptAs?: string;
  submit: (motivo: string | null) => Promise<unknown>;
}) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="quiet" flush onClick={open}>
        {boton}
      </Button>
      {opened && (
        <Preguntar
          {...{ boton, pregunta, consecuencia, conserva, submit, close }}
          {...(keptAs !== undefined && { keptAs })}
        />
      )}
    </>
  );
}

function Preguntar({
  boton,
  pregunta,
  consecuencia,
  conserva,
  keptAs,
  submit,
  close,
}: Omit<Parameters<typeof RetirarTramite>[0], never> & { close: () => void }) {
  const form = useForm({
    initial: { motivo: '' },
    submit: ({ motivo }) => submit(motivo.trim() || null),
    onSuccess: close,
  });
  return (
    <FormDialog
      title={pregunta}
      form={form}
      submit={boton}
      busy="Registrando…"
      danger
      cancel={conserva}
      keptAs={keptAs ?? null}
      onClose={close}
    >
      <p>{consecuencia}</p>
      {keptAs !== undefined && (
        <TextAreaField
          {...form.field('motivo')}
          label="Motivo"
          optional
          rows={3}
          maxLength={500}
          hint="Lo lee Control Escolar."
        />
      )}
    </FormDialog>
  );
}

import { useState } from 'react';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { Button, formatShortDateTime } from '../../../../../platform/web/ui/index.ts';
import { CODIGO_CIFRAS, CODIGO_MINUTOS, codigoProblem, readCodigo } from '../../rules.ts';
import { useConfirmTelefono, useRequestCodigo } from '../hooks.ts';

type Props = {
  /** Id of the entry, and its number as it is read. */
  entrada: string;
  numero: string;
  onClose: () => void;
};

/** Shows that a telephone is one's own: asks for a code, then takes it. */
export function VerificacionDialog({
  enEspera,
  ...props
}: Props & {
  /** Until when a code that was sent already serves. */
  enEspera: string | null;
}) {
  const [venceEn, setVenceEn] = useState(enEspera);
  return venceEn === null ? (
    <Envio {...props} onSent={setVenceEn} />
  ) : (
    <Codigo {...props} venceEn={venceEn} onSent={setVenceEn} />
  );
}

function Envio({
  entrada,
  numero,
  onSent,
  onClose,
}: Props & { onSent: (venceEn: string) => void }) {
  const request = useRequestCodigo();
  const form = useForm({
    initial: {},
    submit: () => request.mutateAsync({ entrada }),
    onSuccess: ({ venceEn }) => onSent(venceEn),
  });
  return (
    <FormDialog
      title="Verificar un teléfono"
      form={form}
      submit="Enviar el código"
      busy="Enviando…"
      onClose={onClose}
    >
      <p>
        Se enviará un mensaje de texto con un código de {CODIGO_CIFRAS} cifras al <b>{numero}</b>.
        Téngalo a la mano: el código sirve durante {CODIGO_MINUTOS} minutos.
      </p>
    </FormDialog>
  );
}

function Codigo({
  entrada,
  numero,
  venceEn,
  onSent,
  onClose,
}: Props & { venceEn: string; onSent: (venceEn: string) => void }) {
  const confirm = useConfirmTelefono();
  const request = useRequestCodigo();
  const form = useForm({
    initial: { codigo: '' },
    validate: ({ codigo }) => ({ codigo: codigoProblem(codigo) ?? undefined }),
    submit: ({ codigo }) => confirm.mutateAsync({ entrada, codigo: readCodigo(codigo) }),
    clearOnError: ['codigo'],
    onSuccess: () => {
      notify.success(`El ${numero} quedó verificado.`);
      onClose();
    },
  });
  const again = async () => {
    try {
      const sent = await request.mutateAsync({ entrada });
      onSent(sent.venceEn);
      notify.success('Se pidió otro código. El anterior ya no sirve.');
    } catch (error) {
      notify.error(messageOf(error));
    }
  };
  return (
    <FormDialog
      title="Verificar un teléfono"
      form={form}
      submit="Verificar"
      busy="Verificando…"
      onClose={onClose}
    >
      <TextField
        {...form.field('codigo')}
        label={`Código de ${CODIGO_CIFRAS} cifras`}
        inputMode="numeric"
        autoComplete="one-time-code"
        mono
        hint={`En el mensaje que se envía al ${numero}. Sirve hasta el ${formatShortDateTime(venceEn)}.`}
      />
      <Notice title="¿No llega el mensaje?">
        <p>Puede tardar unos minutos. Revise también que el número sea el correcto.</p>
        <p>
          <Button size="small" busy={request.isPending} onClick={() => void again()}>
            Enviar otro código
          </Button>
        </p>
      </Notice>
    </FormDialog>
  );
}

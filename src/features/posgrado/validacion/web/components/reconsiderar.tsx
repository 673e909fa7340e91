import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button, formatDate, properName } from '../../../../../platform/web/ui/index.ts';
import { canDecidePosgrado } from '../../../policy.ts';
import type { RegistroPresolicitud } from '../../contract.ts';
import { MOTIVO_MAX, MOTIVO_MIN } from '../../rules.ts';
import {
  useDecideReconsideracion,
  useRequestReconsideracion,
  useWithdrawReconsideracion,
} from '../hooks.ts';

/** Asks for a decision to be taken back. */
export function ReconsiderarDialog({
  registro: { id, persona },
  onClose,
}: {
  registro: Pick<RegistroPresolicitud, 'id' | 'persona'>;
  onClose: () => void;
}) {
  const request = useRequestReconsideracion();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo:
        motivo.trim().length < MOTIVO_MIN
          ? 'Escriba el motivo en una frase: la persona va a leerlo.'
          : undefined,
    }),
    submit: ({ motivo }) => request.mutateAsync({ id, motivo: motivo.trim() }),
    onSuccess: ({ pendiente }) => {
      onClose();
      notify.success(
        pendiente
          ? 'Queda por aprobar: lo decide otra persona administradora.'
          : 'La presolicitud vuelve a revisión.',
      );
    },
  });
  return (
    <FormDialog
      title={`Reconsiderar: ${properName(persona.nombre)}`}
      form={form}
      submit="Pedir la reconsideración"
      keptAs={`presolicitud/${id}/reconsideracion`}
      onClose={onClose}
    >
      <p>La presolicitud vuelve a revisión cuando otra persona administradora lo apruebe.</p>
      <TextAreaField
        {...form.field('motivo')}
        label="Motivo"
        hint="Lo lee la persona en su correo."
        maxLength={MOTIVO_MAX}
        rows={4}
      />
    </FormDialog>
  );
}

/** A decision that somebody wants taken back: another Admin answers, and who asked for it may withdraw it. */
export function Reconsideracion({
  reconsideracion: { id, motivo, pidio, propia, creadoEn },
}: {
  reconsideracion: NonNullable<RegistroPresolicitud['reconsideracion']>;
}) {
  const user = useUser();
  const [answering, { open, close }] = useDisclosure();
  const decide = useDecideReconsideracion();
  const withdraw = useWithdrawReconsideracion();
  const approve = async () => {
    await decide.mutateAsync({ id, aprueba: true });
    notify.success('La presolicitud vuelve a revisión. Se avisó a su titular.');
  };
  const retract = async () => {
    await withdraw.mutateAsync({ id });
    notify.success('Se retiró la reconsideración.');
  };
  const may = canDecidePosgrado(user);
  return (
    <Notice
      tone="warning"
      title="Reconsideración por aprobar"
      actions={
        may &&
        (propia ? (
          <Button size="small" busy={withdraw.isPending} onClick={() => void retract()}>
            Retirar
          </Button>
        ) : (
          <>
            <Button
              size="small"
              variant="primary"
              busy={decide.isPending}
              onClick={() => void approve()}
            >
              Aprobar
            </Button>
            <Button size="small" onClick={open}>
              Rechazar…
            </Button>
          </>
        ))
      }
    >
      <p>{motivo}</p>
      <p>
        {propia ? 'La pidió usted' : `La pidió ${properName(pidio)}`} el {formatDate(creadoEn)}.
      </p>
      {answering && <RechazarReconsideracion id={id} onClose={close} />}
    </Notice>
  );
}

function RechazarReconsideracion({ id, onClose }: { id: string; onClose: () => void }) {
  const decide = useDecideReconsideracion();
  const form = useForm({
    initial: { nota: '' },
    validate: ({ nota }) => ({
      nota: nota.trim() === '' ? 'Escriba por qué.' : undefined,
    }),
    submit: ({ nota }) => decide.mutateAsync({ id, aprueba: false, nota: nota.trim() }),
    onSuccess: () => {
      onClose();
      notify.success('Se rechazó la reconsideración: la decisión queda como estaba.');
    },
  });
  return (
    <FormDialog title="Rechazar la reconsideración" form={form} submit="Rechazar" onClose={onClose}>
      <TextAreaField {...form.field('nota')} label="Motivo" maxLength={500} rows={3} />
    </FormDialog>
  );
}

import { quoted } from '../../../../../platform/shared/quotation.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, properName } from '../../../../../platform/web/ui/index.ts';
import type { Excepcion } from '../../contract.ts';
import { canApprove, canDecide, canWithdraw } from '../../rules.ts';
import { useDecideExcepcion, useWithdrawExcepcion } from '../hooks.ts';

const LO_LEE = 'Lo lee la persona, en su correo.';

type Props = { excepcion: Excepcion; onClose: () => void };

/** What may be done with an exception, by who looks at it. */
export function ActosDeExcepcion({ excepcion }: { excepcion: Excepcion }) {
  const [approving, approve] = useDisclosure();
  const [rejecting, reject] = useDisclosure();
  const [withdrawing, withdraw] = useDisclosure();
  return (
    <>
      {canApprove(excepcion) && (
        <Button size="small" variant="primary" onClick={approve.open}>
          Aprobar…
        </Button>
      )}
      {canDecide(excepcion) && (
        <Button size="small" onClick={reject.open}>
          Rechazar…
        </Button>
      )}
      {canWithdraw(excepcion) && (
        <Button size="small" variant="quiet" onClick={withdraw.open}>
          Retirar…
        </Button>
      )}
      {approving && <Decidir excepcion={excepcion} aprueba onClose={approve.close} />}
      {rejecting && <Decidir excepcion={excepcion} aprueba={false} onClose={reject.close} />}
      {withdrawing && <Retirar excepcion={excepcion} onClose={withdraw.close} />}
    </>
  );
}

function Decidir({ excepcion, aprueba, onClose }: Props & { aprueba: boolean }) {
  const decide = useDecideExcepcion();
  const form = useForm({
    initial: { nota: '' },
    validate: ({ nota }) =>
      !aprueba && nota.trim() === '' ? { nota: 'Escriba por qué la rechaza.' } : {},
    submit: ({ nota }) => decide.mutateAsync({ id: excepcion.id, aprueba, nota }),
    onSuccess: () => {
      notify.success(aprueba ? 'Se aprobó la excepción.' : 'Se rechazó la excepción.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={aprueba ? 'Aprobar la excepción' : 'Rechazar la excepción'}
      form={form}
      submit={aprueba ? 'Aprobar' : 'Rechazar'}
      danger={!aprueba}
      keptAs={`excepcion/${excepcion.id}/${aprueba ? 'aprobar' : 'rechazar'}`}
      onClose={onClose}
    >
      <p>
        {quoted(excepcion.descripcion)}. La pidió {properName(excepcion.pidio)}:{' '}
        {quoted(excepcion.justificacion)}.
      </p>
      <TextAreaField
        {...form.field('nota')}
        label={aprueba ? 'Nota' : 'Motivo'}
        hint={aprueba ? 'Solo la lee el personal. A la persona se le avisa por correo.' : LO_LEE}
        optional={aprueba}
        maxLength={500}
      />
    </FormDialog>
  );
}

function Retirar({ excepcion, onClose }: Props) {
  const withdraw = useWithdrawExcepcion();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => (motivo.trim() === '' ? { motivo: 'Escriba el motivo.' } : {}),
    submit: ({ motivo }) => withdraw.mutateAsync({ id: excepcion.id, motivo }),
    onSuccess: () => {
      notify.success('Se retiró la excepción.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Retirar la excepción"
      form={form}
      submit="Retirar"
      danger
      keptAs={`excepcion/${excepcion.id}/retirar`}
      onClose={onClose}
    >
      <p>La regla {quoted(excepcion.descripcion)} le aplicará de nuevo. Lo ya enviado no cambia.</p>
      <TextAreaField {...form.field('motivo')} label="Motivo" hint={LO_LEE} maxLength={500} />
    </FormDialog>
  );
}

import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { SelectField, TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { Button, DataList, Dialog, Folio } from '../../../../../platform/web/ui/index.ts';
import type { EntrevistasDeEtapa, HorarioDeMesa } from '../../contract.ts';
import { describeLugarLibre, MOTIVO_MAX, motivoProblem } from '../../rules.ts';
import { useAssignHorario, useHorariosLibres } from '../hooks.ts';
import { Cuando, formatHorario } from './cuando.tsx';

type SinHorario = EntrevistasDeEtapa['sinHorario'][number];

const MOTIVO = 'La persona lo lee en su correo.';

/** Gives a free slot to one of the applications that have none. */
export function AsignarSolicitudDialog({
  horario,
  sinHorario,
  onClose,
}: {
  horario: HorarioDeMesa;
  sinHorario: readonly SinHorario[];
  onClose: () => void;
}) {
  const assign = useAssignHorario();
  const form = useForm({
    initial: { solicitudId: '', motivo: '' },
    validate: ({ solicitudId, motivo }) => ({
      solicitudId: solicitudId === '' ? 'Elija a quién se le asigna.' : undefined,
      motivo: motivoProblem(motivo),
    }),
    submit: ({ solicitudId, motivo }) =>
      assign.mutateAsync({ horarioId: horario.id, solicitudId, motivo: motivo.trim() }),
    onSuccess: () => {
      notify.success('Se asignó el horario y se avisó por correo.');
      onClose();
    },
  });
  return (
    <FormDialog title="Asignar horario" form={form} submit="Asignar" onClose={onClose}>
      <DataList
        items={[
          { label: 'Horario', value: <Cuando {...horario} short />, wide: true },
          { label: 'Panel', value: horario.panel.map(({ nombre }) => nombre).join(', ') },
        ]}
      />
      <SelectField
        {...form.field('solicitudId')}
        label="Aspirante sin horario"
        options={sinHorario.map(({ solicitudId, folio, nombre }) => ({
          value: solicitudId,
          label: `${folio} · ${nombre}`,
        }))}
      />
      <TextAreaField
        {...form.field('motivo')}
        label="Motivo"
        rows={3}
        maxLength={MOTIVO_MAX}
        hint={MOTIVO}
      />
    </FormDialog>
  );
}

/** Gives one of the free slots to an application that has none. */
export function AsignarHorarioDialog({
  etapaId,
  solicitud,
  onClose,
}: {
  etapaId: string;
  solicitud: SinHorario;
  onClose: () => void;
}) {
  const libres = useHorariosLibres(etapaId);
  if (libres.data) {
    return (
      <ElegirHorario
        solicitud={solicitud}
        libres={libres.data.filas.filter(({ empezo }) => !empezo)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      opened
      keeps
      title="Asignar horario"
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancelar</Button>}
    >
      {libres.isError ? (
        <ErrorState error={libres.error} retry={() => void libres.refetch()} />
      ) : (
        <Loading shape="form" />
      )}
    </Dialog>
  );
}

function ElegirHorario({
  solicitud,
  libres,
  onClose,
}: {
  solicitud: SinHorario;
  libres: readonly HorarioDeMesa[];
  onClose: () => void;
}) {
  const assign = useAssignHorario();
  const form = useForm({
    initial: { horarioId: '', motivo: '' },
    validate: ({ horarioId, motivo }) => ({
      horarioId: horarioId === '' ? 'Elija un horario.' : undefined,
      motivo: motivoProblem(motivo),
    }),
    submit: ({ horarioId, motivo }) =>
      assign.mutateAsync({
        ...{ horarioId, solicitudId: solicitud.solicitudId, motivo: motivo.trim() },
      }),
    onSuccess: () => {
      notify.success('Se asignó el horario y se avisó por correo.');
      onClose();
    },
  });
  return (
    <FormDialog title="Asignar horario" form={form} submit="Asignar" onClose={onClose}>
      <DataList
        items={[
          { label: 'Folio', value: <Folio>{solicitud.folio}</Folio> },
          { label: 'Aspirante', value: solicitud.nombre },
        ]}
      />
      <SelectField
        {...form.field('horarioId')}
        label="Horario disponible"
        options={libres.map((horario) => ({
          value: horario.id,
          label: `${formatHorario(horario)} · ${describeLugarLibre(horario.lugar)} · ${horario.panel.map(({ nombre }) => nombre).join(', ')}`,
        }))}
      />
      <TextAreaField
        {...form.field('motivo')}
        label="Motivo"
        rows={3}
        maxLength={MOTIVO_MAX}
        hint={MOTIVO}
      />
    </FormDialog>
  );
}

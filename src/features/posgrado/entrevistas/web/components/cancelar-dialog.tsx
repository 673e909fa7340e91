import { useState } from 'react';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { BulkDialog, type BulkSelection } from '../../../../../platform/web/table/index.ts';
import { formatNumber } from '../../../../../platform/web/ui/index.ts';
import type { FiltrosDeHorarios } from '../../contract.ts';
import { MOTIVO_MAX, motivoProblem } from '../../rules.ts';
import { useCancelHorarios } from '../hooks.ts';

const cuantos = (n: number) => (n === 1 ? '1 horario' : `${formatNumber(n)} horarios`);

/** Cancels slots: why is asked first, then whether. */
export function CancelarDialog({
  etapaId,
  selection,
  filtros,
  onClose,
}: {
  etapaId: string;
  selection: BulkSelection;
  filtros: FiltrosDeHorarios;
  onClose: (through: boolean) => void;
}) {
  const { cancel, refresh } = useCancelHorarios();
  const [motivo, setMotivo] = useState<string | null>(null);
  const form = useForm({
    initial: { motivo: '' },
    validate: (values) => ({ motivo: motivoProblem(values.motivo) }),
    submit: (values) => setMotivo(values.motivo.trim()),
  });
  const title = `Cancelar ${cuantos(selection.count)}`;
  if (motivo === null) {
    return (
      <FormDialog
        title={title}
        form={form}
        submit="Continuar"
        cancel="Volver"
        onClose={() => onClose(false)}
      >
        <TextAreaField
          {...form.field('motivo')}
          label="Motivo"
          rows={3}
          maxLength={MOTIVO_MAX}
          hint="Lo lee en su correo quien tenía el horario."
        />
      </FormDialog>
    );
  }
  return (
    <BulkDialog
      title={title}
      submit={title}
      danger
      cancel="Volver"
      selection={selection}
      filtros={filtros}
      run={(parte) => cancel({ etapaId, motivo, parte })}
      done={(n) =>
        n === 0
          ? 'No se canceló ninguno.'
          : n === 1
            ? 'Se canceló 1 horario.'
            : `Se cancelaron ${cuantos(n)}.`
      }
      unchanged={(n) => `${cuantos(n)} sin cambio: ya se cancelaron o ya se realizaron.`}
      onChanged={refresh}
      onClose={onClose}
    >
      <p>
        Se avisa por correo a quien tenía el horario, y puede elegir otro. No se puede deshacer.
      </p>
      <p>Motivo: «{motivo}»</p>
    </BulkDialog>
  );
}

import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  NumberField,
  RadioGroupField,
  TextAreaField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { DataList, Folio } from '../../../../../platform/web/ui/index.ts';
import type { FilaDeExamen } from '../../contract.ts';
import {
  describeCapturado,
  formatPuntos,
  leerPuntos,
  MOTIVO_MAX,
  motivoProblem,
} from '../../rules.ts';
import { useSavePuntos } from '../hooks.ts';

type Asistencia = 'presente' | 'ausente';

const leidos = (asistencia: Asistencia, puntos: string) =>
  asistencia === 'ausente' ? { valor: null } : leerPuntos(puntos);

/** The points of one application, by hand: one more version with that change. */
export function PuntosDialog({
  etapaId,
  numero,
  fila,
  onClose,
}: {
  etapaId: string;
  /** Number of the newest version that was seen. */
  numero: number;
  fila: FilaDeExamen;
  onClose: () => void;
}) {
  const save = useSavePuntos();
  const antes = fila.situacion === 'sinCapturar' ? null : { puntos: fila.puntos };
  const form = useForm({
    initial: {
      asistencia: (fila.situacion === 'ausente' ? 'ausente' : 'presente') as Asistencia,
      puntos: fila.puntos === null ? '' : formatPuntos(fila.puntos),
      motivo: '',
    },
    validate: ({ asistencia, puntos, motivo }) => {
      const leido = leidos(asistencia, puntos);
      const vacio = asistencia === 'presente' && puntos.trim() === '';
      return {
        puntos: vacio ? 'Escriba los puntos.' : 'error' in leido ? leido.error : undefined,
        motivo: motivoProblem(motivo),
      };
    },
    submit: ({ asistencia, puntos, motivo }) => {
      const leido = leidos(asistencia, puntos);
      return save.mutateAsync({
        ...{ etapaId, numero, solicitudId: fila.solicitudId, motivo: motivo.trim() },
        puntos: 'error' in leido ? null : leido.valor,
      });
    },
    onSuccess: (result) => {
      notify.success(`Se registró la versión ${result.numero} con los puntos de ${fila.folio}.`);
      onClose();
    },
  });
  return (
    <FormDialog title="Registrar puntos" form={form} submit="Registrar" onClose={onClose}>
      <DataList
        items={[
          { label: 'Folio', value: <Folio>{fila.folio}</Folio> },
          { label: 'Puntos vigentes', value: describeCapturado(antes) },
        ]}
      />
      <RadioGroupField
        {...form.field('asistencia')}
        onChange={(value) => form.set({ asistencia: value as Asistencia })}
        label="Situación"
        inline
        options={[
          { value: 'presente', label: 'Presentó el examen' },
          { value: 'ausente', label: 'No se presentó' },
        ]}
      />
      {form.values.asistencia === 'presente' && (
        <NumberField
          {...form.field('puntos')}
          decimal
          label="Puntos"
          hint="De 0 a 100, con dos decimales a lo más."
        />
      )}
      <TextAreaField {...form.field('motivo')} label="Motivo" rows={3} maxLength={MOTIVO_MAX} />
    </FormDialog>
  );
}

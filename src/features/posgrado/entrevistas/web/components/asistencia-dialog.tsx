import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { useForm } from '../../../../../platform/web/form/index.ts';
import { DataList, Folio } from '../../../../../platform/web/ui/index.ts';
import type { HorarioDeMesa } from '../../contract.ts';
import { useSaveAsistencia } from '../hooks.ts';
import { Cuando } from './cuando.tsx';
import styles from './entrevistas.module.css';

const TEXTOS = {
  realizado: {
    titulo: 'Registrar la entrevista',
    explica: 'La entrevista se realizó: el panel puede calificarla.',
    submit: 'Se realizó',
    registrado: 'Se registró que la entrevista se realizó.',
  },
  sinPresentarse: {
    titulo: 'Registrar la ausencia',
    explica: 'La persona no se presentó: cuenta como ausente en esta etapa. No se puede deshacer.',
    submit: 'No se presentó',
    registrado: 'Se registró que no se presentó.',
  },
} as const;

/** What became of an interview, once it has begun. */
export function AsistenciaDialog({
  horario,
  asistencia,
  onClose,
}: {
  horario: HorarioDeMesa;
  asistencia: keyof typeof TEXTOS;
  onClose: () => void;
}) {
  const save = useSaveAsistencia();
  const { titulo, explica, submit, registrado } = TEXTOS[asistencia];
  const form = useForm({
    initial: {},
    submit: () => save.mutateAsync({ horarioId: horario.id, asistencia }),
    onSuccess: () => {
      notify.success(registrado);
      onClose();
    },
  });
  return (
    <FormDialog
      title={titulo}
      form={form}
      submit={submit}
      danger={asistencia === 'sinPresentarse'}
      onClose={onClose}
    >
      <p className={styles.texto}>{explica}</p>
      <DataList
        items={[
          { label: 'Horario', value: <Cuando {...horario} short />, wide: true },
          ...(horario.solicitud
            ? [
                { label: 'Folio', value: <Folio>{horario.solicitud.folio}</Folio> },
                { label: 'Aspirante', value: horario.solicitud.nombre },
              ]
            : []),
        ]}
      />
    </FormDialog>
  );
}

import { notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { useForm } from '../../../../platform/web/form/index.ts';
import { tipoEnRuta } from '../../../cursos/routes.ts';
import { describeEdicion } from '../../../cursos/rules.ts';
import type { MatriculaItem } from '../../contract.ts';
import { useDiscardBorrador } from '../hooks.ts';

/** Asks before a draft is thrown away. */
export function DescartarBorrador({
  item: { curso, edicion, plantillaId },
  onClose,
}: {
  item: MatriculaItem;
  onClose: () => void;
}) {
  const ids = {
    idCurso: curso.id,
    idPlantilla: plantillaId,
    tipo: tipoEnRuta(curso.tipo),
    edicionId: edicion.id,
  };
  const discard = useDiscardBorrador(ids, () => {
    notify.success('Se descartó el borrador.');
    onClose();
  });
  const form = useForm({ initial: {}, submit: () => discard.mutateAsync(ids) });
  return (
    <FormDialog
      title="Descartar el borrador"
      form={form}
      submit="Descartar el borrador"
      busy="Descartando…"
      danger
      cancel="Conservarlo"
      onClose={onClose}
    >
      <p>
        Se borrará lo que escribió para inscribirse a <b>{curso.nombre}</b> (
        {describeEdicion(edicion)}). No se puede deshacer; puede empezar de nuevo mientras la
        inscripción esté abierta.
      </p>
    </FormDialog>
  );
}

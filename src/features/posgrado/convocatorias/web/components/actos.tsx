import { useNavigate } from 'react-router';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { convocatoriasPath } from '../../../routes.ts';
import { checkMotivo, MOTIVO } from '../../cierre/rules.ts';
import type { ContenidoEscrito } from '../../escritura/contract.ts';
import type { CambioDescrito, Modificacion } from '../../modificaciones/contract.ts';
import { type Convocatoria, useActos } from '../hooks.ts';
import { Cambios } from './modificaciones.tsx';

const gente = (n: number) => (n === 1 ? '1 persona' : `${n} personas`);

/** Asks that the draft be published. */
export function PublicarDialog({
  convocatoria,
  revision,
  onClose,
}: {
  convocatoria: Convocatoria;
  revision: number;
  onClose: () => void;
}) {
  const { publish } = useActos();
  const form = useForm({
    initial: { nota: '' },
    submit: ({ nota }) => publish.mutateAsync({ id: convocatoria.id, revision, nota }),
    onSuccess: ({ publicada }) => {
      notify.success(
        publicada
          ? 'Se publicó la convocatoria.'
          : 'Se pidió la publicación. Otra persona del personal debe aprobarla.',
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title="Publicar la convocatoria"
      form={form}
      submit="Pedir la publicación"
      busy="Pidiendo…"
      onClose={onClose}
    >
      <p>
        Otra persona del personal aprueba la publicación. Después, las fechas solo se prorrogan y
        los demás cambios se publican como modificaciones numeradas.
      </p>
      <TextAreaField
        label="Nota para quien aprueba"
        optional
        rows={2}
        maxLength={MOTIVO.max}
        {...form.field('nota')}
      />
    </FormDialog>
  );
}

/** Proposes what was written as a modification. */
export function ProponerDialog({
  convocatoria,
  contenido,
  cambios,
  revision,
  onRefused,
  onDone,
  onClose,
}: {
  convocatoria: Convocatoria;
  contenido: ContenidoEscrito;
  cambios: readonly CambioDescrito[];
  revision: number;
  onRefused: (error: unknown) => void;
  onDone: () => void;
  onClose: () => void;
}) {
  const { modify } = useActos();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => checkMotivo(motivo),
    submit: async ({ motivo }) => {
      try {
        return await modify.mutateAsync({ id: convocatoria.id, revision, motivo, contenido });
      } catch (error) {
        // What is wrong is said beside the fields of the editor.
        onRefused(error);
        onClose();
        return null;
      }
    },
    onSuccess: (done) => {
      if (!done) return;
      notify.success('Se propuso la modificación. Otra persona del personal debe aprobarla.');
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      title="Proponer la modificación"
      form={form}
      submit="Proponerla"
      busy="Proponiendo…"
      onClose={onClose}
    >
      <Cambios cambios={cambios} />
      <TextAreaField
        label="Motivo"
        hint="Se publica con la modificación."
        rows={3}
        maxLength={MOTIVO.max}
        {...form.field('motivo')}
      />
      <p>
        Al aprobarse, se avisa por correo a {gente(convocatoria.aspirantes)} que participan, también
        con borradores.
      </p>
    </FormDialog>
  );
}

/** Approves, rejects or takes back what waits for another person. */
export function DecidirDialog({
  convocatoria,
  modificacion,
  acto,
  onClose,
}: {
  convocatoria: Convocatoria;
  modificacion: Modificacion;
  acto: 'aprobar' | 'rechazar' | 'retirar';
  onClose: () => void;
}) {
  const { decide, withdraw } = useActos();
  const { id, asunto } = modificacion;
  const que = asunto === 'publicacion' ? 'la publicación' : 'la modificación';
  const TITULOS = {
    aprobar: `Aprobar ${que}`,
    rechazar: `Rechazar ${que}`,
    retirar: `Retirar ${que}`,
  };
  const form = useForm({
    initial: { nota: '' },
    validate: ({ nota }) => ({
      ...(acto === 'rechazar' && nota.trim() === '' && { nota: 'Escriba por qué se rechaza.' }),
    }),
    submit: async ({ nota }) => {
      if (acto === 'retirar') await withdraw.mutateAsync({ id, nota });
      else await decide.mutateAsync({ id, aprueba: acto === 'aprobar', nota });
    },
    onSuccess: () => {
      notify.success(
        acto === 'aprobar'
          ? asunto === 'publicacion'
            ? 'Se publicó la convocatoria.'
            : 'La modificación está vigente. El avance de los avisos está en la bandeja de trabajos.'
          : acto === 'rechazar'
            ? `Se rechazó ${que}.`
            : `Se retiró ${que}.`,
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={TITULOS[acto]}
      form={form}
      submit={TITULOS[acto]}
      busy="Guardando…"
      danger={acto === 'rechazar'}
      onClose={onClose}
    >
      {acto === 'aprobar' && asunto === 'publicacion' && (
        <p>
          Quedan fijas las versiones vigentes de los dos formularios y el secreto del sorteo. La
          convocatoria aparece entre las abiertas.
        </p>
      )}
      {acto === 'aprobar' && asunto === 'modificacion' && (
        <>
          <Cambios cambios={modificacion.cambios} />
          <p>Se avisa por correo a {gente(convocatoria.aspirantes)}.</p>
        </>
      )}
      <TextAreaField
        label={acto === 'rechazar' ? 'Motivo' : 'Nota'}
        optional={acto !== 'rechazar'}
        rows={2}
        maxLength={MOTIVO.max}
        {...form.field('nota')}
      />
    </FormDialog>
  );
}

/** Deletes a draft. */
export function BorrarDialog({
  convocatoria,
  revision,
  onDeleted,
  onClose,
}: {
  convocatoria: Convocatoria;
  revision: number;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { remove } = useActos();
  const navigate = useNavigate();
  const form = useForm({
    initial: {},
    submit: () => remove.mutateAsync({ id: convocatoria.id, revision }),
    onSuccess: () => {
      onDeleted();
      notify.success('Se borró el borrador. La edición vuelve a recibir inscripciones.');
      void navigate(convocatoriasPath);
    },
  });
  return (
    <FormDialog
      title="Borrar el borrador"
      form={form}
      submit="Borrarlo"
      busy="Borrando…"
      danger
      onClose={onClose}
    >
      <p>Se pierden el calendario, las bases y las etapas. La edición no cambia.</p>
    </FormDialog>
  );
}

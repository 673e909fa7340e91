import { useNavigate } from 'react-router';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import type { RutaEditable } from '../../../contract.ts';
import { rutasEditorPath } from '../../../routes.ts';
import { compararRutas, type DefinicionRuta, type Nombres } from '../../../rules.ts';
import { useRutaChanges } from '../../../web/hooks.ts';

import { Diferencias } from './versiones.tsx';

/** Puts the draft in force, once its author said what changes. */
export function PublicarDialog({
  ruta,
  version,
  definicion,
  nombres,
  onClose,
}: {
  ruta: RutaEditable;
  version: number;
  definicion: DefinicionRuta;
  nombres: Nombres;
  onClose: () => void;
}) {
  const { publish } = useRutaChanges();
  const before = ruta.versiones.find(({ estado }) => estado !== 'borrador');
  const form = useForm({
    initial: { nota: '' },
    validate: ({ nota }) => ({
      nota: nota.trim().length < 3 ? 'Escriba qué cambia en esta versión.' : undefined,
    }),
    submit: ({ nota }) => publish.mutateAsync({ id: ruta.id, version, nota }),
    onSuccess: () => {
      onClose();
      notify.success('Se publicó. Quienes la habían comenzado conservan su versión.');
    },
  });
  return (
    <FormDialog
      title="Publicar esta versión"
      form={form}
      submit="Publicarla"
      busy="Publicando…"
      onClose={onClose}
    >
      <TextAreaField {...form.field('nota')} label="Cambios" rows={3} maxLength={500} />
      {before && (
        <>
          <p>Frente a la versión {before.numero}:</p>
          <Diferencias diferencias={compararRutas(before.definicion, definicion, nombres)} />
        </>
      )}
    </FormDialog>
  );
}

/** Drops the draft. */
export function DescartarDialog({
  id,
  version,
  onDiscarded,
  onClose,
}: {
  id: string;
  version: number;
  onDiscarded: () => void;
  onClose: () => void;
}) {
  const { discard } = useRutaChanges();
  const navigate = useNavigate();
  const form = useForm({
    initial: {},
    submit: () => discard.mutateAsync({ id, version }),
    onSuccess: () => {
      onDiscarded();
      onClose();
      notify.success('Se descartó el borrador.');
      void navigate(rutasEditorPath);
    },
  });
  return (
    <FormDialog
      title="Descartar el borrador"
      form={form}
      submit="Descartarlo"
      danger
      onClose={onClose}
    >
      <p>
        Lo que se escribió en él se pierde. Lo publicado sigue como está; una ruta que nunca se
        publicó se borra.
      </p>
    </FormDialog>
  );
}

/** Offers the route to nobody new. */
export function ArchivarDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { archive } = useRutaChanges();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo: motivo.trim().length < 3 ? 'Escriba por qué deja de ofrecerse.' : undefined,
    }),
    submit: ({ motivo }) => archive.mutateAsync({ id, motivo }),
    onSuccess: () => {
      onClose();
      notify.success('Ya no se ofrece. Quienes la comenzaron pueden terminarla.');
    },
  });
  return (
    <FormDialog
      title="Dejar de ofrecer la ruta"
      form={form}
      submit="Dejar de ofrecerla"
      danger
      onClose={onClose}
    >
      <p>Nadie más la comenzará; quienes ya están en ella la conservan hasta terminarla.</p>
      <TextAreaField {...form.field('motivo')} label="Por qué" rows={3} maxLength={500} />
    </FormDialog>
  );
}

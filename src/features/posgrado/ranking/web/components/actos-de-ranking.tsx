import { formatMomento, momentoDe } from '../../../../../platform/shared/dates.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { instanteDe } from '../../../../cursos/ediciones/rules.ts';
import { MomentoField } from '../../../convocatorias/web/components/momento-field.tsx';
import type { DetalleDeRanking } from '../../contract.ts';
import { type Ranking, useActosDeRanking } from '../hooks.ts';

const MOTIVO = { min: 10, max: 500 } as const;
const MINUTOS = 5 * 60_000;

const checkMotivo = (motivo: string): string | null =>
  motivo.trim().length < MOTIVO.min
    ? `Escriba el motivo, de ${MOTIVO.min} caracteres como mínimo.`
    : null;

/** Why another ranking is computed, after results were published. */
export function CalcularDialog({
  convocatoriaId,
  onClose,
}: {
  convocatoriaId: string;
  onClose: () => void;
}) {
  const { create } = useActosDeRanking();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => {
      const mal = checkMotivo(motivo);
      return mal ? { motivo: mal } : {};
    },
    submit: ({ motivo }) => create.mutateAsync({ convocatoriaId, motivo }),
    onSuccess: ({ numero }) => {
      notify.success(`Se calculó el ranking ${numero}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Calcular otro ranking"
      form={form}
      submit="Calcularlo"
      busy="Calculando…"
      onClose={onClose}
    >
      <p>Los resultados publicados siguen vigentes hasta que se publique el nuevo.</p>
      <TextAreaField
        label="Motivo"
        hint="Lo leerán las personas cuyo resultado cambie."
        rows={3}
        maxLength={MOTIVO.max}
        {...form.field('motivo')}
      />
    </FormDialog>
  );
}

/** The next moment on a clock that shows every fifth minute. */
const redondo = (iso: string): Date =>
  new Date(Math.ceil((new Date(iso).getTime() + 1) / MINUTOS) * MINUTOS);

/** Approves a ranking, and says when it is published. */
export function AprobarDialog({
  ranking,
  detalle,
  onClose,
}: {
  ranking: Ranking;
  detalle: DetalleDeRanking;
  onClose: () => void;
}) {
  const { publish } = useActosDeRanking();
  const { convocatoria, publicarDesde } = ranking;
  const resultadosEn = new Date(convocatoria.resultadosEn);
  const form = useForm({
    initial: { publicarEn: momentoDe(redondo(publicarDesde)), adelanto: '' },
    validate: ({ publicarEn, adelanto }) => {
      const en = instanteDe(publicarEn);
      if (!en) return { publicarEn: 'Escriba el día y la hora, como 12 1 2027 y 09:00.' };
      const mal = en < resultadosEn ? checkMotivo(adelanto) : null;
      return mal ? { adelanto: mal } : {};
    },
    submit: ({ publicarEn, adelanto }) =>
      publish.mutateAsync({
        id: detalle.id,
        publicarEn: instanteDe(publicarEn)!.toISOString(),
        adelanto: adelanto.trim() === '' ? null : adelanto,
      }),
    onSuccess: ({ publicarEn }) => {
      notify.success(`Los resultados se publican el ${formatMomento(new Date(publicarEn))}.`);
      onClose();
    },
  });
  const en = instanteDe(form.values.publicarEn);
  const { admitida, listaDeEspera, noAdmitida } = detalle.cuantas;
  return (
    <FormDialog
      title="Aprobar y programar la publicación"
      form={form}
      submit="Aprobar"
      busy="Aprobando…"
      onClose={onClose}
    >
      <p>
        {admitida} admitidas, {listaDeEspera} en lista de espera y {noAdmitida} no admitidas. A esa
        hora se publican los folios y se avisa por correo; hasta entonces puede cancelarse.
      </p>
      <MomentoField label="Publicación" {...form.field('publicarEn')} />
      {en !== null && en < resultadosEn && (
        <TextAreaField
          label="Motivo del adelanto"
          hint={`La convocatoria dice ${formatMomento(resultadosEn)}.`}
          rows={2}
          maxLength={MOTIVO.max}
          {...form.field('adelanto')}
        />
      )}
    </FormDialog>
  );
}

/** Takes an approval back before its moment. */
export function CancelarPublicacionDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { cancel } = useActosDeRanking();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => {
      const mal = checkMotivo(motivo);
      return mal ? { motivo: mal } : {};
    },
    submit: ({ motivo }) => cancel.mutateAsync({ id, motivo }),
    onSuccess: () => {
      notify.success('Se canceló la publicación. Calcule el ranking de nuevo para aprobarlo.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Cancelar la publicación"
      form={form}
      submit="Cancelar la publicación"
      busy="Cancelando…"
      cancel="No cancelarla"
      danger
      onClose={onClose}
    >
      <p>El ranking deja de contar. Para publicar, se calcula y se aprueba otro.</p>
      <TextAreaField label="Motivo" rows={3} maxLength={MOTIVO.max} {...form.field('motivo')} />
    </FormDialog>
  );
}

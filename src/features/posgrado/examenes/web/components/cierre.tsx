import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button, formatDateTime, formatNumber } from '../../../../../platform/web/ui/index.ts';
import { canDecidePosgrado } from '../../../policy.ts';
import type { VersionDeExamen } from '../../contract.ts';
import { MOTIVO_MAX, motivoProblem } from '../../rules.ts';
import { useEndCorreccion, useEndExamen, useStartCorreccion } from '../hooks.ts';
import styles from './examen.module.css';

type Examen = {
  etapa: { id: string; cerradaEn: string | null };
  noSeCierra: string | null;
  noSeCaptura: string | null;
  correccion: { motivo: string; creadoEn: string } | null;
  numero: number;
  cuantas: Pick<VersionDeExamen, 'presentes' | 'ausentes'>;
};

/** Closing the stage, and correcting its points after it was closed. */
export function Cierre({ examen }: { examen: Examen }) {
  const { etapa, noSeCierra, noSeCaptura, correccion } = examen;
  const may = canDecidePosgrado(useUser());
  const [asking, ask] = useDisclosure();
  const { cerradaEn } = etapa;
  if (cerradaEn === null) {
    // A call that is over says so above.
    if (noSeCaptura !== null) return null;
    return (
      <div className={styles.cierre}>
        <p>{noSeCierra ?? 'Los puntos están completos: la etapa puede cerrarse.'}</p>
        {noSeCierra === null && (
          <Button size="small" onClick={ask.open}>
            Cerrar la etapa
          </Button>
        )}
        {asking && <CerrarDialog examen={examen} onClose={ask.close} />}
      </div>
    );
  }
  return (
    <div className={styles.cierre}>
      <p>Etapa cerrada el {formatDateTime(cerradaEn)}.</p>
      {correccion && (
        <Notice tone="warning" title="Corrección abierta">
          <p>
            Desde el {formatDateTime(correccion.creadoEn)}. Motivo: {correccion.motivo}
          </p>
          <p>Al terminarla, calcule un nuevo ranking.</p>
        </Notice>
      )}
      {may && (correccion || noSeCaptura !== null) && (
        <Button size="small" onClick={ask.open}>
          {correccion ? 'Terminar la corrección' : 'Abrir una corrección'}
        </Button>
      )}
      {asking &&
        (correccion ? (
          <TerminarDialog etapaId={etapa.id} onClose={ask.close} />
        ) : (
          <CorregirDialog etapaId={etapa.id} onClose={ask.close} />
        ))}
    </div>
  );
}

function CerrarDialog({ examen, onClose }: { examen: Examen; onClose: () => void }) {
  const { etapa, numero, cuantas } = examen;
  const end = useEndExamen();
  const form = useForm({
    initial: {},
    submit: () => end.mutateAsync({ etapaId: etapa.id, numero }),
    onSuccess: () => {
      notify.success('Se cerró la etapa. Sus puntos deciden quiénes continúan.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Cerrar la etapa"
      form={form}
      submit="Cerrar la etapa"
      busy="Cerrando…"
      onClose={onClose}
    >
      <p className={styles.texto}>
        Se cierra con la versión {numero}: {formatNumber(cuantas.presentes)} con puntos y{' '}
        {formatNumber(cuantas.ausentes)} ausentes. Después los puntos solo cambian con una
        corrección.
      </p>
    </FormDialog>
  );
}

function CorregirDialog({ etapaId, onClose }: { etapaId: string; onClose: () => void }) {
  const start = useStartCorreccion();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({ motivo: motivoProblem(motivo) }),
    submit: ({ motivo }) => start.mutateAsync({ etapaId, motivo: motivo.trim() }),
    onSuccess: () => {
      notify.success('Se abrió la corrección: ya se puede registrar otra versión.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Abrir una corrección"
      form={form}
      submit="Abrir la corrección"
      onClose={onClose}
    >
      <p className={styles.texto}>
        Las versiones anteriores se conservan. Para que los puntos nuevos cuenten hace falta un
        nuevo ranking.
      </p>
      <TextAreaField {...form.field('motivo')} label="Motivo" rows={3} maxLength={MOTIVO_MAX} />
    </FormDialog>
  );
}

function TerminarDialog({ etapaId, onClose }: { etapaId: string; onClose: () => void }) {
  const end = useEndCorreccion();
  const form = useForm({
    initial: {},
    submit: () => end.mutateAsync({ etapaId }),
    onSuccess: () => {
      notify.success('Se terminó la corrección. Calcule un nuevo ranking.');
      onClose();
    },
  });
  return (
    <FormDialog title="Terminar la corrección" form={form} submit="Terminar" onClose={onClose}>
      <p className={styles.texto}>Los puntos vuelven a quedar fijos en la versión más reciente.</p>
    </FormDialog>
  );
}

import { useId } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { Button, formatNumber, Section } from '../../../../../platform/web/ui/index.ts';
import {
  EdicionYFechaFields,
  useEdicionYFecha,
} from '../../../prueba/web/components/edicion-y-fecha.tsx';
import columnas from '../../../prueba/web/components/prueba.module.css';
import type { Simulacion } from '../../contract.ts';
import { useSimulacion, useStartSimulacion } from '../hooks.ts';
import { Cifras } from './cifras.tsx';
import styles from './simulacion.module.css';

/** Tries the rules of a version on everybody: a job, and what came of the last one. */
export function ProbarConTodas({ versionId }: { versionId: string }) {
  const { data, error, refetch } = useSimulacion(versionId);
  const start = useStartSimulacion();
  const { read, fields } = useEdicionYFecha();
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Loading shape="form" />;
  const begin = () => {
    const supuesto = read();
    if (!supuesto) return;
    start.mutate(
      { versionId, ...supuesto },
      { onError: (failed) => notify.error(messageOf(failed)) },
    );
  };
  return (
    <>
      <Section
        title="Con todas las personas"
        lead="Cuántas podrían inscribirse, y quién gana o pierde frente a la versión en vigor. Las fechas de inscripción no cuentan: se abren y cierran solas."
      >
        <div className={columnas.campos}>
          <EdicionYFechaFields
            hint="Solo hace falta si las reglas preguntan por ella."
            fields={fields}
          />
          {data.enCurso ? (
            <Avance enCurso={data.enCurso} />
          ) : (
            <div>
              <Button variant="primary" busy={start.isPending} onClick={begin}>
                Probar con todas
              </Button>
            </div>
          )}
        </div>
      </Section>
      {data.ultima && <Ultima ultima={data.ultima} />}
    </>
  );
}

function Avance({
  enCurso: { avance, total, propia },
}: {
  enCurso: NonNullable<Simulacion['enCurso']>;
}) {
  const id = useId();
  return (
    <div role="status">
      <label htmlFor={id}>
        Van {formatNumber(avance)}
        {total === null ? '' : ` de ${formatNumber(total)}`} personas.{' '}
        {propia ? 'Puede cancelarla en «Trabajos».' : 'La pidió otra persona.'}
      </label>
      <progress id={id} className={styles.avance} value={avance} max={total ?? undefined} />
    </div>
  );
}

function Ultima({
  ultima: { terminadoEn, momento, edicion, anterior, resultado },
}: {
  ultima: NonNullable<Simulacion['ultima']>;
}) {
  return (
    <Section
      title={`Entre ${formatNumber(resultado.total.personas)} personas`}
      lead={`Como estarían el ${formatMomento(new Date(momento))}${edicion === null ? ', sin elegir edición' : ` ante «${edicion}»`}. Se terminó el ${formatMomento(new Date(terminadoEn))}.`}
    >
      {anterior && (
        <Notice tone="warning" title="El borrador cambió desde entonces">
          <p>Vuelva a probar para tener las cifras de lo que dice ahora.</p>
        </Notice>
      )}
      <Cifras resultado={resultado} />
    </Section>
  );
}

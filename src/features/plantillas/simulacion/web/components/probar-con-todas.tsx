import { useId, useState } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { checkDate, DateField } from '../../../../../platform/web/form/index.ts';
import { Button, formatNumber, Section } from '../../../../../platform/web/ui/index.ts';
import columnas from '../../../prueba/web/components/prueba.module.css';
import { ElegirClave } from '../../../redaccion/web/components/buscador.tsx';
import type { Simulacion } from '../../contract.ts';
import { useSimulacion, useStartSimulacion } from '../hooks.ts';
import { Cifras } from './cifras.tsx';
import styles from './simulacion.module.css';

const EDICIONES = { acervo: 'ediciones' };
const NINGUNA = { valor: '', etiqueta: '' };

/** Tries the rules of a version on everybody: a job, and what came of the last one. */
export function ProbarConTodas({ versionId }: { versionId: string }) {
  const { data, error, refetch } = useSimulacion(versionId);
  const start = useStartSimulacion();
  const [edicion, setEdicion] = useState(NINGUNA);
  const [fecha, setFecha] = useState('');
  const [wrong, setWrong] = useState<string | undefined>();
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Loading shape="form" />;
  const begin = () => {
    const bad = fecha === '' ? undefined : (checkDate(fecha, 'la fecha') ?? undefined);
    setWrong(bad);
    if (bad) return;
    start.mutate(
      { versionId, edicionId: edicion.valor || null, fecha: fecha || null },
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
          <ElegirClave
            label="Edición (si las reglas preguntan por ella)"
            fuente={EDICIONES}
            alBuscar
            valor={edicion.valor}
            etiqueta={edicion.etiqueta}
            onElegir={setEdicion}
          />
          <DateField
            label="En otra fecha"
            optional
            hint="Sin fecha, se evalúa hoy. Por ejemplo, 27 3 2027"
            value={fecha}
            error={wrong}
            onChange={setFecha}
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

function Avance({ enCurso: { avance, total } }: { enCurso: NonNullable<Simulacion['enCurso']> }) {
  const id = useId();
  return (
    <div role="status">
      <label htmlFor={id}>
        Van {formatNumber(avance)}
        {total === null ? '' : ` de ${formatNumber(total)}`} personas. Puede cancelarla en
        «Trabajos».
      </label>
      <progress id={id} className={styles.avance} value={avance} max={total ?? undefined} />
    </div>
  );
}

function Ultima({
  ultima: { terminadoEn, momento, anterior, resultado },
}: {
  ultima: NonNullable<Simulacion['ultima']>;
}) {
  return (
    <Section
      title={`Entre ${formatNumber(resultado.total.personas)} personas`}
      lead={`Como estarían el ${formatMomento(new Date(momento))}. Se terminó el ${formatMomento(new Date(terminadoEn))}.`}
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

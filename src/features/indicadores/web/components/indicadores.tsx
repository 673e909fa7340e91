import { useState } from 'react';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { formatDateTime } from '../../../../platform/web/ui/index.ts';
import type { Indicadores as Datos } from '../../contract.ts';
import { agrupacionDe, rangoDe } from '../../rules.ts';
import { useIndicadores } from '../hooks.ts';
import { Circuitos } from './circuitos.tsx';
import type { Cuales } from './ediciones.tsx';
import { type Eleccion, Filtros } from './filtros.tsx';
import styles from './indicadores.module.css';
import { Ocupacion, PorEstado, Terminacion } from './resultados.tsx';
import { Tiempo } from './tiempo.tsx';

const PRIMERA: Eleccion = { periodo: 'doce', por: '', tipoId: '', areaId: '', cursoId: '' };

const asked = (id: string): string | undefined => (id === '' ? undefined : id);

/** The school's figures: of when and of what, and five plots with their numbers. */
export function Indicadores() {
  const [eleccion, setEleccion] = useState(PRIMERA);
  // The month may turn while the screen is kept: it is of today each time it is drawn.
  const mes = fechaDe(new Date()).slice(0, 7);
  const rango = rangoDe(eleccion.periodo, mes);
  const por = agrupacionDe(rango, eleccion.por === '' ? undefined : eleccion.por);
  const { tipoId, areaId, cursoId } = eleccion;
  const { data, error, isPlaceholderData, refetch } = useIndicadores({
    ...rango,
    por,
    tipoId: asked(tipoId),
    areaId: asked(areaId),
    cursoId: asked(cursoId),
  });
  return (
    <>
      <Filtros eleccion={eleccion} mes={mes} por={por} onChange={setEleccion} />
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <div className={styles.paneles} aria-busy={isPlaceholderData}>
          <Paneles
            datos={data}
            rango={rango}
            cuales={{ tipo: asked(tipoId), area: asked(areaId), curso: asked(cursoId) }}
          />
        </div>
      ) : (
        <Loading shape="list" />
      )}
    </>
  );
}

function Paneles({
  datos,
  ...of
}: {
  datos: Datos;
  rango: { desde: string; hasta: string };
  cuales: Cuales;
}) {
  const { revision } = datos;
  return (
    <>
      <section className={styles.ancho}>
        <h3>Por fecha de envío</h3>
        <Tiempo datos={datos} {...of} />
      </section>
      <section className={styles.ancho}>
        <h3>Por circuito</h3>
        <Circuitos datos={datos} />
      </section>
      <section>
        <h3>Por estado</h3>
        <PorEstado datos={datos} {...of} />
      </section>
      <section>
        <h3>Ocupación</h3>
        <Ocupacion datos={datos} {...of} />
      </section>
      <section>
        <h3>Conclusión</h3>
        <Terminacion datos={datos} {...of} />
      </section>
      {revision && (
        <p className={styles.pie}>
          {`Comparadas con las inscripciones el ${formatDateTime(revision.revisadoEn)}: `}
          {revision.diferencias === 0 ? 'todas cuadran.' : 'algunas no cuadraban y se rehicieron.'}
        </p>
      )}
    </>
  );
}

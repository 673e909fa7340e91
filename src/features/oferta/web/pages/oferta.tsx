import { Suspense } from 'react';
import { ListOrMonthSwitch, useListOrMonth } from '../../../../platform/web/calendar/index.ts';
import { lazyPart } from '../../../../platform/web/feature.ts';
import { Loading } from '../../../../platform/web/feedback/index.ts';
import { DataTable, FilterBar } from '../../../../platform/web/table/index.ts';
import { PageHeading } from '../../../../platform/web/ui/index.ts';
import { isPresencial } from '../../../cursos/rules.ts';
import { Oferta } from '../../../inscripciones/ofertas/web/components/oferta.tsx';
import { Requisitos } from '../../../inscripciones/ofertas/web/components/requisitos-de-oferta.tsx';
import { RepartoDeLugares } from '../../../inscripciones/reserva/web/components/lugares-reservados.tsx';
import { describeCabida } from '../../rules.ts';
import styles from '../components/oferta.module.css';
import { type EstadoDeOferta, useFiltrosOferta, useOferta } from '../hooks.ts';

const Calendario = lazyPart(() => import('../components/calendario.tsx'), 'Calendario');

const MiCalendario = lazyPart(
  () => import('../../calendario/web/components/mi-calendario.tsx'),
  'MiCalendario',
);

const BUSCAR = { label: 'Buscar en la oferta', hint: 'Por curso, clave, área, tipo o sede' };

/** `/oferta`: what one may enrol in, as a list and as a calendar, narrowed alike. */
export default function OfertaPage() {
  const vista = useListOrMonth();
  const state = useFiltrosOferta();
  return (
    <>
      <PageHeading
        title="Oferta"
        lead="Cursos, diplomados y posgrados que no han terminado, con lo que piden y sus fechas."
        action={<ListOrMonthSwitch legend="Ver la oferta como" {...vista} />}
      />
      {vista.ver === 'lista' ? (
        <>
          <h2 className="sr-only">Ediciones</h2>
          <Lista state={state} />
        </>
      ) : (
        <>
          <FilterBar state={state} search={BUSCAR} />
          <Suspense fallback={<Loading shape="list" />}>
            <Calendario state={state} />
            <MiCalendario />
          </Suspense>
        </>
      )}
    </>
  );
}

function Lista({ state }: { state: EstadoDeOferta }) {
  const { query, data } = useOferta(state);
  return (
    <DataTable
      id="oferta"
      caption="Ediciones de la oferta"
      noun={{ one: 'edición', many: 'ediciones', feminine: true }}
      columns={[]}
      query={query}
      state={state}
      rowId={({ edicion }) => edicion.id}
      rowLabel={({ curso }) => curso.nombre}
      search={BUSCAR}
      empty={{
        title: 'No hay ediciones por ahora',
        text: 'Aquí aparecerán los cursos, diplomados y posgrados en cuanto se publiquen.',
      }}
      card={(fila) => (
        <div className={styles.card}>
          <Oferta oferta={fila} ahora={new Date(data?.ahora ?? 0)} cabida={describeCabida(fila)}>
            <Requisitos
              oferta={fila}
              elegibilidad={fila.elegibilidad}
              faltas={
                (isPresencial(fila.curso) ? data?.faltas.presencial : data?.faltas.enLinea) ?? []
              }
            />
            {fila.reserva && (
              <div className={styles.reparto}>
                <RepartoDeLugares reserva={fila.reserva} breve />
              </div>
            )}
          </Oferta>
        </div>
      )}
    />
  );
}

import { type ComponentType, lazy } from 'react';
import { useParams } from 'react-router';
import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { EstadoBadge, Folio, PageHeading } from '../../../../platform/web/ui/index.ts';
import { ESTADOS_EDICION } from '../../../cursos/contract.ts';
import { describePeriodo } from '../../../cursos/rules.ts';
import { Tabs } from '../../../personas/web/components/tabs.tsx';
import { resultadosListaPath } from '../../routes.ts';
import { useAsistencia, useResultados } from '../hooks.ts';

const Calificaciones = lazy(async () => ({
  default: (await import('../components/calificaciones.tsx')).Calificaciones,
}));
const AsistenciaPorSesion = lazy(async () => ({
  default: (await import('../components/asistencia.tsx')).AsistenciaPorSesion,
}));
const Acta = lazy(async () => ({
  default: (await import('../../actas/web/components/acta.tsx')).Acta,
}));

/** The results of an edition: its grades, its attendance, its acta, with what other features show beside it. */
export function ResultadosPage({
  piezas,
}: {
  piezas: readonly ComponentType<{ edicionId: string }>[];
}) {
  const { id = '' } = useParams();
  const resultados = useResultados(id);
  if (resultados.isPending) return <Loading shape="list" />;
  if (resultados.isError) {
    return (
      <>
        <PageHeading title="Resultados" />
        <ErrorState error={resultados.error} retry={() => void resultados.refetch()} />
      </>
    );
  }
  const { edicion } = resultados.data;
  const [palabra, tono] = ESTADOS_EDICION[edicion.estado];
  return (
    <>
      <PageHeading
        title={edicion.curso.nombre}
        documentTitle={`Resultados de ${edicion.curso.nombre}`}
        lead={`Resultados de ${edicion.nombre}. ${describePeriodo(edicion.inicia, edicion.termina)}.`}
        meta={
          <>
            <EstadoBadge tone={tono}>{palabra}</EstadoBadge>
            {edicion.acta && (
              <span>
                Acta <Folio>{edicion.acta.folio}</Folio>, versión {edicion.acta.version}
              </span>
            )}
          </>
        }
        breadcrumbs={[{ label: 'Resultados', to: resultadosListaPath }]}
      />
      <Tabs
        label="Partes de los resultados"
        tabs={[
          {
            id: 'calificaciones',
            titulo: 'Calificaciones',
            content: <Calificaciones key={edicion.acta?.id} inicial={resultados.data} />,
          },
          {
            id: 'asistencia',
            titulo: 'Asistencia',
            content: <Asistencia key={edicion.acta?.id} id={id} />,
          },
          { id: 'acta', titulo: 'Acta', content: <Acta edicion={edicion} piezas={piezas} /> },
        ]}
      />
    </>
  );
}

function Asistencia({ id }: { id: string }) {
  const asistencia = useAsistencia(id);
  if (asistencia.isPending) return <Loading shape="list" />;
  if (asistencia.isError) {
    return <ErrorState error={asistencia.error} retry={() => void asistencia.refetch()} />;
  }
  return <AsistenciaPorSesion inicial={asistencia.data} />;
}

import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { lazyPart } from '../../../../../platform/web/feature.ts';
import { ErrorState, Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  Button,
  formatDate,
  formatDateTime,
  PageHeading,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { edicionPath } from '../../../../cursos/routes.ts';
import { type Tab, Tabs } from '../../../../personas/web/components/tabs.tsx';
import { canDecidePosgrado } from '../../../policy.ts';
import { convocatoriasPath } from '../../../routes.ts';
import { isCalificada } from '../../escritura/rules.ts';
import { EnEspera } from '../components/en-espera.tsx';
import { EstadoDeConvocatoria } from '../components/estado.tsx';
import { PorEtapa } from '../components/por-etapa.tsx';
import { Resumen } from '../components/resumen.tsx';
import type { Historial } from '../components/solicitud.tsx';
import { type Convocatoria, useConvocatoria } from '../hooks.ts';

const CRUMBS = [{ label: 'Convocatorias', to: convocatoriasPath }];

const BasesYEtapas = lazyPart(() => import('../components/bases.tsx'), 'BasesYEtapas');
const Presolicitudes = lazyPart(() => import('../components/presolicitudes.tsx'), 'Presolicitudes');
const Solicitudes = lazyPart(() => import('../components/solicitudes.tsx'), 'Solicitudes');
const EvaluadoresDeConvocatoria = lazyPart(
  () => import('../../../evaluacion/web/components/evaluadores-de-convocatoria.tsx'),
  'EvaluadoresDeConvocatoria',
);
const ImpedimentosDeConvocatoria = lazyPart(
  () => import('../../../evaluacion/web/components/impedimentos-de-convocatoria.tsx'),
  'ImpedimentosDeConvocatoria',
);
const EvaluacionDeConvocatoria = lazyPart(
  () => import('../../../evaluacion/web/components/evaluacion-de-convocatoria.tsx'),
  'EvaluacionDeConvocatoria',
);
const ExamenDeEtapa = lazyPart(
  () => import('../../../examenes/web/components/examen-de-etapa.tsx'),
  'ExamenDeEtapa',
);
const EntrevistasDeEtapa = lazyPart(
  () => import('../../../entrevistas/web/components/entrevistas-de-etapa.tsx'),
  'EntrevistasDeEtapa',
);
const RankingDeConvocatoria = lazyPart(
  () => import('../../../ranking/web/components/ranking-de-convocatoria.tsx'),
  'RankingDeConvocatoria',
);
const InconformidadesDeConvocatoria = lazyPart(
  () =>
    import(
      '../../../inconformidades/resolucion/web/components/inconformidades-de-convocatoria.tsx'
    ),
  'InconformidadesDeConvocatoria',
);
const CancelarDialog = lazyPart(() => import('../components/cierre.tsx'), 'CancelarDialog');
const ConcluirDialog = lazyPart(() => import('../components/cierre.tsx'), 'ConcluirDialog');

/** The desk of a call: its state, its calendar, what is done in it, part by part. */
export function ConvocatoriaPage({ historial }: { historial: Historial }) {
  const { edicionId = '' } = useParams();
  const query = useConvocatoria(edicionId);
  if (query.isPending) return <Loading shape="page" />;
  if (query.isError) {
    return (
      <>
        <PageHeading title="Convocatoria" breadcrumbs={CRUMBS} />
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      </>
    );
  }
  const convocatoria = query.data;
  const { curso, entorno, estado, momento } = convocatoria;
  return (
    <>
      <PageHeading
        title={`${curso.nombre}, ${entorno.edicion.nombre}`}
        documentTitle={`Convocatoria: ${curso.nombre}`}
        breadcrumbs={CRUMBS}
        action={<Acciones convocatoria={convocatoria} />}
        meta={
          <>
            <EstadoDeConvocatoria estado={estado} momento={momento} />
            <span>Inicia el {formatDate(entorno.edicion.inicia)}</span>
            <Link to={edicionPath(edicionId)}>Ver la edición</Link>
          </>
        }
      />
      <Terminada convocatoria={convocatoria} />
      <EnEspera convocatoria={convocatoria} />
      <Tabs
        label="Partes de la convocatoria"
        param="seccion"
        tabs={tabsOf(convocatoria, historial)}
      />
    </>
  );
}

const EXAMENES = { examen: [ExamenDeEtapa], entrevista: [EntrevistasDeEtapa] };

/** What the tab of exams and interviews is called: by what there is in it. */
const tituloDeExamenes = ({ contenido }: Convocatoria): string => {
  const tipos = new Set(contenido.etapas.map(({ tipo }) => tipo));
  if (!tipos.has('entrevista')) return 'Examen';
  return tipos.has('examen') ? 'Exámenes y entrevistas' : 'Entrevistas';
};

const tabsOf = (convocatoria: Convocatoria, historial: Historial): readonly Tab[] => {
  const { estado, contenido } = convocatoria;
  const all: (Tab | false)[] = [
    estado !== 'borrador' && {
      id: 'resumen',
      titulo: 'Resumen',
      content: <Resumen convocatoria={convocatoria} />,
    },
    {
      id: 'bases',
      titulo: 'Bases y etapas',
      content: <BasesYEtapas key={convocatoria.id} convocatoria={convocatoria} />,
    },
    estado !== 'borrador' && {
      id: 'presolicitudes',
      titulo: 'Presolicitudes',
      content: <Presolicitudes convocatoria={convocatoria} />,
    },
    estado !== 'borrador' && {
      id: 'solicitudes',
      titulo: 'Solicitudes',
      content: <Solicitudes convocatoria={convocatoria} historial={historial} />,
    },
    contenido.etapas.some(isCalificada) && {
      id: 'evaluacion',
      titulo: estado === 'borrador' ? 'Evaluadores' : 'Evaluación',
      content: <Evaluacion convocatoria={convocatoria} />,
    },
    estado !== 'borrador' &&
      contenido.etapas.some(({ tipo }) => tipo in EXAMENES) && {
        id: 'examenes',
        titulo: tituloDeExamenes(convocatoria),
        content: <PorEtapa convocatoria={convocatoria} piezas={EXAMENES} />,
      },
    estado !== 'borrador' && {
      id: 'ranking',
      titulo: 'Resultados',
      content: <RankingDeConvocatoria convocatoriaId={convocatoria.id} />,
    },
    estado !== 'borrador' && {
      id: 'inconformidades',
      titulo: 'Inconformidades',
      content: (
        <InconformidadesDeConvocatoria
          convocatoriaId={convocatoria.id}
          edicionId={convocatoria.edicionId}
        />
      ),
    },
    {
      id: 'historial',
      titulo: 'Historial',
      content: <HistorialDe convocatoria={convocatoria} historial={historial} />,
    },
  ];
  return all.filter((one) => one !== false);
};

/** People who evaluate, their conflicts, and the stages that they score; of a draft, only the people. */
function Evaluacion({ convocatoria: { id, estado } }: { convocatoria: Convocatoria }) {
  return (
    <>
      {estado !== 'borrador' && <EvaluacionDeConvocatoria convocatoriaId={id} />}
      <EvaluadoresDeConvocatoria convocatoriaId={id} />
      {estado !== 'borrador' && <ImpedimentosDeConvocatoria convocatoriaId={id} />}
    </>
  );
}

function Acciones({ convocatoria }: { convocatoria: Convocatoria }) {
  const [asked, setAsked] = useState<'cancelar' | 'concluir' | null>(null);
  const may = canDecidePosgrado(useUser());
  const { estado, porQueNoConcluye } = convocatoria;
  if (estado !== 'publicada') return null;
  const close = () => setAsked(null);
  return (
    <>
      {porQueNoConcluye === null && <Button onClick={() => setAsked('concluir')}>Concluir</Button>}
      {may && (
        <Button variant="quiet" onClick={() => setAsked('cancelar')}>
          Cancelar la convocatoria
        </Button>
      )}
      <Suspense>
        {asked === 'cancelar' && <CancelarDialog convocatoria={convocatoria} onClose={close} />}
        {asked === 'concluir' && <ConcluirDialog convocatoria={convocatoria} onClose={close} />}
      </Suspense>
    </>
  );
}

/** How it ended. */
function Terminada({ convocatoria }: { convocatoria: Convocatoria }) {
  const { canceladaEn, canceladaMotivo, concluidaEn } = convocatoria;
  if (canceladaEn) {
    return (
      <Notice tone="danger" title={`Se canceló el ${formatDateTime(canceladaEn)}`}>
        {canceladaMotivo && <p>{canceladaMotivo}</p>}
      </Notice>
    );
  }
  return concluidaEn ? (
    <Notice tone="info" title={`Concluyó el ${formatDateTime(concluidaEn)}`} />
  ) : null;
}

function HistorialDe({
  convocatoria,
  historial,
}: {
  convocatoria: Convocatoria;
  historial: Historial;
}) {
  const user = useUser();
  const pieces = historial.filter((piece) => piece.for(user));
  if (pieces.length === 0) return <p>El historial lo consulta quien administra el portal.</p>;
  return pieces.map(({ Contenido }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
    <Section key={i} title="Historial">
      <Contenido entidad="convocatoria" id={convocatoria.id} />
    </Section>
  ));
}

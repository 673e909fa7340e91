import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { EstadoBadge, LinkButton, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { Tabs } from '../../../../personas/web/components/tabs.tsx';
import { Programada } from '../../../constructor/web/components/programada.tsx';
import { useSinGuardar } from '../../../constructor/web/hooks.ts';
import { RepartoLeido } from '../../../cupos/web/components/reparto-leido.tsx';
import { VERSION } from '../../../estados.ts';
import { mayExcept } from '../../../excepciones/rules.ts';
import { declaraRespuestas } from '../../../formulario/hechos/rules.ts';
import { editVersionPath, plantillaPath, plantillasPath, versionPath } from '../../../routes.ts';
import type { VersionPlantilla } from '../../../versiones/contract.ts';
import { useVersionNow } from '../../../versiones/web/hooks.ts';
import { EditorDeReglas } from '../components/editor-de-reglas.tsx';
import { ReglasLeidas } from '../components/reglas-leidas.tsx';
import { useHechos } from '../hooks.ts';

const ProbarConPersona = lazy(async () => ({
  default: (await import('../../../prueba/web/components/probar-con-persona.tsx')).ProbarConPersona,
}));

const ExcepcionesDePlantilla = lazy(async () => ({
  default: (await import('../../../excepciones/web/components/excepciones-de-plantilla.tsx'))
    .ExcepcionesDePlantilla,
}));
const Exceptuar = lazy(async () => ({
  default: (await import('../../../excepciones/web/components/exceptuar.tsx')).Exceptuar,
}));

const ProbarConTodas = lazy(async () => ({
  default: (await import('../../../simulacion/web/components/probar-con-todas.tsx')).ProbarConTodas,
}));

const CRUMB = { label: 'Plantillas', to: plantillasPath };

/** `/plantillas/:plantillaId/versiones/:versionId/reglas` */
export default function ReglasPage() {
  const { plantillaId = '', versionId = '' } = useParams();
  const version = useVersionNow(plantillaId, versionId);
  const hechos = useHechos();
  const failed = version.error ?? hechos.error;
  if (failed) {
    return (
      <>
        <PageHeading title="Reglas" breadcrumbs={[CRUMB]} />
        <ErrorState
          error={failed}
          retry={() => void (version.error ? version : hechos).refetch()}
        />
      </>
    );
  }
  if (!version.data || !hechos.data) return <Loading shape="page" />;
  return <Reglas key={versionId} data={version.data} hechos={hechos.data.hechos} />;
}

type Hechos = NonNullable<ReturnType<typeof useHechos>['data']>['hechos'];

function Reglas({ data, hechos }: { data: VersionPlantilla; hechos: Hechos }) {
  const { plantilla, version } = data;
  const mirrored = useSinGuardar(version.id);
  if (mirrored.found === undefined) return <Loading shape="page" />;
  const isBorrador = version.estado === 'borrador';
  const seEscribe = isBorrador && version.publicarEn === null;
  const conRespuestas = [...hechos, ...declaraRespuestas(data.definicion)];
  const tabs = [
    {
      id: 'reglas',
      titulo: 'Reglas y lugares',
      content: seEscribe ? (
        <EditorDeReglas data={data} hechos={hechos} mirrored={mirrored} />
      ) : (
        <>
          {isBorrador && <Programada plantillaId={plantilla.id} versionId={version.id} />}
          <ReglasLeidas reglas={data.definicion.reglas} hechos={conRespuestas} />
          <RepartoLeido definicion={data.definicion} hechos={conRespuestas} />
        </>
      ),
    },
    {
      id: 'persona',
      titulo: 'Probar con una persona',
      content: (
        <ProbarConPersona
          versionId={version.id}
          isBorrador={isBorrador}
          excepcion={(persona, resultado) => {
            const regla = data.definicion.reglas.find(({ clave }) => clave === resultado.clave);
            return !resultado.cumple && regla && mayExcept(regla) ? (
              // Here: what waits for it further up would hide the form, and take the focus from it.
              <Suspense key={regla.clave}>
                <Exceptuar
                  {...{ plantillaId: plantilla.id, versionId: version.id, regla, persona }}
                />
              </Suspense>
            ) : null;
          }}
        />
      ),
    },
    {
      id: 'todas',
      titulo: 'Probar con todas',
      content: <ProbarConTodas versionId={version.id} />,
    },
    {
      id: 'excepciones',
      titulo: 'Excepciones',
      content: <ExcepcionesDePlantilla plantillaId={plantilla.id} />,
    },
  ];
  return (
    <>
      <PageHeading
        title="Reglas"
        documentTitle={`Reglas de ${plantilla.nombre}, versión ${version.numero}`}
        lead="Requisitos, advertencias y prioridades."
        breadcrumbs={[
          CRUMB,
          { label: plantilla.nombre, to: plantillaPath(plantilla.id) },
          { label: `Versión ${version.numero}`, to: versionPath(plantilla.id, version.id) },
        ]}
        meta={
          <EstadoBadge tone={VERSION.tono(version.estado)}>
            {VERSION.palabra(version.estado)}
          </EstadoBadge>
        }
        action={
          isBorrador ? (
            <LinkButton to={editVersionPath(plantilla.id, version.id)}>Ir al formulario</LinkButton>
          ) : undefined
        }
      />
      <Tabs label="Reglas de la plantilla" tabs={tabs} />
    </>
  );
}

import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CallError } from '../../../../platform/shared/errors.ts';
import { useMomento } from '../../../../platform/web/clock.ts';
import { ErrorState, Loading, Notice } from '../../../../platform/web/feedback/index.ts';
import { useSearchParams } from '../../../../platform/web/router.tsx';
import { NotFoundScreen } from '../../../../platform/web/system-screens.tsx';
import { LinkButton, PageHeading } from '../../../../platform/web/ui/index.ts';
import { ownPath } from '../../../personas/routes.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { asksRespuestas, hechosDeRespuestas } from '../../../plantillas/formulario/hechos/rules.ts';
import { validateRespuestas } from '../../../plantillas/formulario/rules.ts';
import { evaluateReglas } from '../../../plantillas/reglas/rules.ts';
import { ERRORES } from '../../errors.ts';
import { ConstanciaDeLlegada } from '../../llegada/web/components/constancia-de-llegada.tsx';
import { inscripcionPath } from '../../routes.ts';
import { Anterior, MismoCurso } from '../components/anterior.tsx';
import { BorradorIlegible } from '../components/avisos-del-borrador.tsx';
import { Encabezado } from '../components/encabezado.tsx';
import { Enviada } from '../components/enviada.tsx';
import { FaltasExpediente } from '../components/faltas-expediente.tsx';
import { FormularioInscripcion } from '../components/formulario-inscripcion.tsx';
import { impedimentoDe, NoDisponible } from '../components/no-disponible.tsx';
import {
  type Enviada as Envio,
  type Identificadores,
  type Inscripcion,
  useBorrador,
  useDescartes,
  useInscripcion,
  useSinGuardar,
} from '../hooks.ts';

/** `/inscripcion/{idCurso}/{idPlantilla}/{tipo}/{edicionId}` */
export default function InscripcionPage() {
  const { idCurso = '', idPlantilla = '', tipo = '', edicionId = '' } = useParams();
  const ids = { idCurso, idPlantilla, tipo, edicionId };
  const { data, error, isFetchedAfterMount, dataUpdatedAt, refetch } = useInscripcion(ids);
  const sinGuardar = useSinGuardar(ids);
  const descartes = useDescartes(ids);
  const code = error instanceof CallError ? error.details?.code : undefined;
  if (error instanceof CallError && error.status === 'NOT_FOUND') return <NotFoundScreen />;
  if (code === ERRORES.sinExpediente.code) return <SinExpediente />;
  if (data && isFetchedAfterMount && sinGuardar.found !== undefined) {
    return (
      <Contenido
        key={descartes}
        ids={ids}
        data={data}
        sinGuardar={descartes === 0 ? sinGuardar : { ...sinGuardar, found: null }}
        recibidoEn={dataUpdatedAt}
        refetch={() => void refetch()}
      />
    );
  }
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return <Loading shape="page" label="Cargando la inscripción…" />;
}

function Contenido({
  ids,
  data,
  sinGuardar,
  recibidoEn,
  refetch,
}: {
  ids: Identificadores;
  data: Inscripcion;
  sinGuardar: ReturnType<typeof useSinGuardar>;
  recibidoEn: number;
  refetch: () => void;
}) {
  const { edicion, plantilla } = data;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const borrador = useBorrador(ids, data, sinGuardar, refetch);
  const [envio, setEnvio] = useState<Envio | null>(null);
  /** Somebody waited here for it to open. */
  const [esperaba, setEsperaba] = useState(false);
  const momento = useMomento(data.ahora, recibidoEn, [
    edicion.inscripcionAbre,
    edicion.inscripcionCierra,
    ...(data.enviada?.espera?.ofrecidoHasta ? [data.enviada.espera.ofrecidoHasta] : []),
  ]).getTime();
  const ahora = useMemo(() => new Date(momento), [momento]);
  const evaluacion = useMemo(
    () => evaluateNow(data, borrador.asentadas, ahora),
    [data, borrador.asentadas, ahora],
  );

  const enviada = data.enviada ?? (envio && sentNow(envio, borrador, ahora));
  if (enviada) {
    const reciente = envio !== null && envio.folio === enviada.folio;
    const lugar = reciente ? envio.lugarEnEspera : null;
    return <Enviada {...{ data, enviada, reciente, lugar, ahora }} />;
  }
  const volver = inscripcionPath(data.curso.id, ids.idPlantilla, data.curso.tipo, ids.edicionId);
  const impedimento = impedimentoDe(data, evaluacion, ahora);
  const porAbrir =
    impedimento !== null && !edicion.porConvocatoria && ahora < new Date(edicion.inscripcionAbre);
  if (porAbrir && !esperaba) setEsperaba(true);
  return (
    <>
      <p className="sr-only" role="status">
        {esperaba && !impedimento && 'La inscripción abrió: ya puede llenar el formulario.'}
      </p>
      <Encabezado data={data} recibidoEn={recibidoEn} momento={ahora} />
      {data.anterior && <Anterior anterior={data.anterior} puede={impedimento === null} />}
      {data.mismoCurso && <MismoCurso mismoCurso={data.mismoCurso} />}
      {data.llegada && (
        <ConstanciaDeLlegada llegada={data.llegada} curso={data.curso} edicion={edicion} />
      )}
      {impedimento && (
        <NoDisponible
          impedimento={impedimento}
          cancelacion={data.cancelacion}
          evaluacion={evaluacion}
          borrador={borrador}
          edicionId={edicion.id}
          volver={volver}
          onRetry={refetch}
        />
      )}
      {/* Before it opens it is there, unseen: at that instant nobody asks for anything, nor needs the connection for it. */}
      {(!impedimento || porAbrir) && (
        <div hidden={porAbrir}>
          {data.ilegible && <BorradorIlegible />}
          <FormularioInscripcion
            ids={ids}
            borrador={borrador}
            grupos={data.grupos}
            libres={data.reserva?.paraUsted ?? data.lugares.libres}
            evaluacion={evaluacion}
            volver={volver}
            faltas={<FaltasExpediente ids={ids} curso={data.curso} />}
            bienvenida={plantilla.definicion.mensajes?.bienvenida}
            revisando={search.get('paso') === 'revisar'}
            onPaso={(paso) => navigate({ search: paso === 'revisar' ? '?paso=revisar' : '' })}
            onEnviada={(sent) => {
              setEnvio(sent);
              borrador.autosave.finish();
              window.scrollTo({ top: 0, behavior: 'instant' });
            }}
            onRechazo={refetch}
          />
        </div>
      )}
    </>
  );
}

/** Until the server is asked again: what it has just answered. */
const sentNow = (
  { estado, folio, clave, avisos }: Envio,
  { respuestas }: { respuestas: NonNullable<Inscripcion['enviada']>['respuestas'] },
  ahora: Date,
): NonNullable<Inscripcion['enviada']> => ({
  id: folio,
  estado,
  enviadaEn: ahora.toISOString(),
  respuestas,
  folio,
  clave,
  avisos,
  espera: null,
  grupo: null,
  puedeSalir: false,
});

/**
 * The rules decided again as the clock passes and as one answers, on the facts that the server found: on opening day the form appears
 * without everybody asking the server at once.
 */
const evaluateNow = (
  { hechos, plantilla: { definicion } }: Inscripcion,
  respuestas: Respuestas,
  ahora: Date,
) => {
  const { reglas } = definicion;
  if (!reglas.some(asksRespuestas)) return evaluateReglas(reglas, hechos, ahora);
  const { datos } = validateRespuestas(definicion, respuestas);
  return evaluateReglas(
    reglas,
    { ...hechos, ...hechosDeRespuestas(definicion, datos, reglas) },
    ahora,
  );
};

function SinExpediente() {
  return (
    <>
      <PageHeading title="Inscripción" />
      <Notice
        tone="warning"
        title="Su cuenta todavía no tiene un expediente"
        actions={<LinkButton to={ownPath({ clave: null })}>Ir a mi expediente</LinkButton>}
      >
        <p>{ERRORES.sinExpediente.message}</p>
      </Notice>
    </>
  );
}

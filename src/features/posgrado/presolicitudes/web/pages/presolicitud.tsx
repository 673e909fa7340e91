import { useState } from 'react';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { useMomento } from '../../../../../platform/web/clock.ts';
import {
  EmptyState,
  ErrorState,
  Loading,
  Notice,
  notify,
} from '../../../../../platform/web/feedback/index.ts';
import { useSearchParams } from '../../../../../platform/web/router.tsx';
import { NotFoundScreen } from '../../../../../platform/web/system-screens.tsx';
import { LinkButton, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { BorradorIlegible } from '../../../../inscripciones/web/components/avisos-del-borrador.tsx';
import { useBorradorDe } from '../../../../inscripciones/web/hooks.ts';
import { ownPath } from '../../../../personas/routes.ts';
import { ERRORES_POSGRADO } from '../../../errors.ts';
import { PRESOLICITUD } from '../../../estados.ts';
import { InconformidadPropia } from '../../../inconformidades/web/components/inconformidad-propia.tsx';
import { presolicitudPath, solicitudPath, validarPresolicitudPath } from '../../../routes.ts';
import { ConvocatoriasAbiertas } from '../../../web/components/convocatorias-abiertas.tsx';
import { EncabezadoDeConvocatoria } from '../../../web/components/encabezado-de-convocatoria.tsx';
import { FormularioPosgrado } from '../../../web/components/formulario-posgrado.tsx';
import { LineaDeTramite } from '../../../web/components/linea-de-tramite.tsx';
import styles from '../../../web/components/posgrado.module.css';
import { RetirarTramite } from '../../../web/components/retirar-tramite.tsx';
import { TramiteEnviado } from '../../../web/components/tramite-enviado.tsx';
import { Observaciones } from '../components/observaciones.tsx';
import {
  datosDeFormulario,
  fuenteDePresolicitud,
  type PresolicitudPropia,
  useDiscardPresolicitud,
  usePresolicitud,
  useSinGuardarPresolicitud,
  useSubmitPresolicitud,
  useWithdrawPresolicitud,
} from '../hooks.ts';

/** `/presolicitudPosgrado`: the open calls; with `?convocatoria=`, the pre-application to one. */
export default function PresolicitudPage() {
  const [search] = useSearchParams();
  const convocatoriaId = search.get('convocatoria');
  return convocatoriaId === null ? (
    <ConvocatoriasAbiertas para="presolicitud" />
  ) : (
    <Presolicitud key={convocatoriaId} convocatoriaId={convocatoriaId} />
  );
}

function Presolicitud({ convocatoriaId }: { convocatoriaId: string }) {
  const { data, error, isFetchedAfterMount, dataUpdatedAt, refetch } =
    usePresolicitud(convocatoriaId);
  const sinGuardar = useSinGuardarPresolicitud(convocatoriaId);
  const [descartes, setDescartes] = useState(0);
  if (error instanceof CallError) {
    if (error.status === 'NOT_FOUND' || error.status === 'INVALID_ARGUMENT') {
      return <NotFoundScreen />;
    }
    if (error.details?.code === ERRORES_POSGRADO.sinExpediente.code) return <SinExpediente />;
  }
  if (!data || !isFetchedAfterMount || sinGuardar.found === undefined) {
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <Loading shape="page" label="Cargando la presolicitud…" />
    );
  }
  return (
    <Contenido
      // Another round of corrections, or a discarded draft, begins anew.
      key={`${descartes} ${data.presolicitud?.estado ?? 'nueva'} ${data.presolicitud?.envios.length ?? 0}`}
      data={data}
      sinGuardar={descartes === 0 ? sinGuardar : { ...sinGuardar, found: null }}
      recibidoEn={dataUpdatedAt}
      refetch={() => void refetch()}
      onDescartado={() => {
        sinGuardar.forget();
        setDescartes(descartes + 1);
      }}
    />
  );
}

function Contenido({
  data,
  sinGuardar,
  recibidoEn,
  refetch,
  onDescartado,
}: {
  data: PresolicitudPropia;
  sinGuardar: ReturnType<typeof useSinGuardarPresolicitud>;
  recibidoEn: number;
  refetch: () => void;
  onDescartado: () => void;
}) {
  const { convocatoria, presolicitud, puede, evaluacion, hechos, linea, observaciones } = data;
  const { calendario, curso, edicion } = convocatoria;
  const [search, setSearch] = useSearchParams();
  const ahora = useMomento(data.ahora, recibidoEn, [
    calendario.presolicitudAbre,
    calendario.presolicitudCierra,
    ...(presolicitud?.venceEn ? [presolicitud.venceEn] : []),
  ]);
  const borrador = useBorradorDe(
    fuenteDePresolicitud(convocatoria.id),
    datosDeFormulario(data),
    sinGuardar,
    refetch,
  );
  const submit = useSubmitPresolicitud(() => {
    borrador.autosave.finish();
    notify.success('Presolicitud enviada. Su acuse está disponible.');
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  const discard = useDiscardPresolicitud(() => {
    notify.success('Se descartó el borrador.');
    onDescartado();
  });
  const volver = presolicitudPath(convocatoria.id);
  const corrige = presolicitud?.estado === 'conObservaciones';
  const pendiente = observaciones.some(({ abierta, estado }) => abierta && estado === 'pendiente');
  const llena =
    puede.guardar.permitido &&
    (corrige ||
      !presolicitud ||
      presolicitud.estado === 'borrador' ||
      PRESOLICITUD.is('cerradas', presolicitud.estado));
  const setPaso = (paso: 'llenar' | 'revisar') =>
    setSearch((now) => {
      if (paso === 'revisar') now.set('paso', 'revisar');
      else now.delete('paso');
      return now;
    });
  const sent = presolicitud !== null && presolicitud.estado !== 'borrador';
  return (
    <>
      <EncabezadoDeConvocatoria
        tramite="Presolicitud"
        convocatoriaId={convocatoria.id}
        curso={curso}
        edicion={edicion}
        ventana={[calendario.presolicitudAbre, calendario.presolicitudCierra]}
        ahora={data.ahora}
        recibidoEn={recibidoEn}
      />
      {convocatoria.descripcion && !sent && (
        <p className={styles.texto}>{convocatoria.descripcion}</p>
      )}
      {sent && (
        <TramiteEnviado
          kind="Acuse de presolicitud"
          curso={curso}
          edicion={edicion}
          estado={{
            tone: PRESOLICITUD.tono(presolicitud.estado),
            label: PRESOLICITUD.palabra(presolicitud.estado),
            detail: presolicitud.motivo,
          }}
          envios={presolicitud.envios}
          definicion={data.formulario.definicion}
          respuestas={presolicitud.respuestas}
          evaluacion={corrige ? [] : evaluacion}
          sigue={<Sigue data={data} />}
        />
      )}
      {sent && <InconformidadPropia tramite="presolicitud" tramiteId={presolicitud.id} />}
      {llena ? (
        <div className={sent ? styles.bloque : undefined}>
          {data.ilegible && <BorradorIlegible />}
          <FormularioPosgrado
            borrador={borrador}
            hechos={hechos}
            evaluacion={evaluacion}
            ahora={ahora}
            volver={volver}
            revisando={search.get('paso') === 'revisar'}
            onPaso={setPaso}
            enviar={(envio) => submit.mutateAsync({ convocatoriaId: convocatoria.id, ...envio })}
            bloqueo={puede.enviar.permitido || pendiente ? null : puede.enviar.porque}
            aviso={
              corrige
                ? 'Al enviar, Control Escolar vuelve a revisar su presolicitud y se emite otro acuse.'
                : 'Al enviar, Control Escolar revisa sus requisitos y se emite su acuse. Solo podrá corregirla si hay observaciones.'
            }
            accion={corrige ? 'Enviar correcciones' : 'Enviar presolicitud'}
            antes={
              corrige && (
                <Observaciones observaciones={observaciones} venceEn={presolicitud.venceEn} />
              )
            }
            falta={
              pendiente
                ? { fieldId: 'observaciones', message: 'Responda todas las observaciones.' }
                : null
            }
          />
          {presolicitud?.estado === 'borrador' && (
            <div className={styles.acciones}>
              <RetirarTramite
                boton="Descartar el borrador"
                pregunta="¿Descartar el borrador?"
                consecuencia="Se borra lo que escribió. Puede empezar de nuevo mientras la convocatoria reciba presolicitudes."
                conserva="Conservarlo"
                submit={() => discard.mutateAsync({ convocatoriaId: convocatoria.id })}
              />
            </div>
          )}
        </div>
      ) : (
        !sent && (
          <Notice tone="info" title="Por ahora no recibe presolicitudes">
            <p>{puede.guardar.porque}</p>
          </Notice>
        )
      )}
      <LineaDeTramite eventos={linea} />
    </>
  );
}

/** What follows for whoever sent it, and what they may do. */
function Sigue({ data }: { data: PresolicitudPropia }) {
  const { convocatoria, puede } = data;
  const presolicitud = data.presolicitud!;
  const { id, estado, avisos } = presolicitud;
  const withdraw = useWithdrawPresolicitud(() => notify.success('Presolicitud retirada.'));
  return (
    <>
      <ol>
        {estado === 'enviada' && (
          <>
            <li>Control Escolar revisa sus requisitos, uno por uno.</li>
            <li>El resultado llega a {avisos.correos.join(' y a ')}.</li>
          </>
        )}
        {estado === 'conObservaciones' && (
          <>
            <li>Responda cada observación y corrija lo señalado.</li>
            <li>Envíe las correcciones dentro del plazo.</li>
          </>
        )}
        {estado === 'valida' && <li>Sus requisitos están validados.</li>}
        {PRESOLICITUD.is('cerradas', estado) && puede.guardar.permitido && (
          <li>Puede enviar otra presolicitud mientras la convocatoria las reciba.</li>
        )}
      </ol>
      <p className={styles.acciones}>
        {puede.solicitar.permitido && (
          <LinkButton variant="primary" to={solicitudPath(convocatoria.id)}>
            Iniciar la solicitud
          </LinkButton>
        )}
        <LinkButton to={validarPresolicitudPath(convocatoria.curso.id)}>
          Ver mis requisitos uno por uno
        </LinkButton>
      </p>
      {puede.solicitar.porque && estado === 'valida' && <p>{puede.solicitar.porque}</p>}
      {puede.retirar.permitido && (
        <p>
          <RetirarTramite
            boton="Retirar la presolicitud"
            pregunta="¿Retirar la presolicitud?"
            consecuencia="Control Escolar deja de revisarla. Puede enviar otra mientras la convocatoria las reciba."
            conserva="Conservarla"
            keptAs={`presolicitud/${id}/retirar`}
            submit={(motivo) => withdraw.mutateAsync({ id, motivo })}
          />
        </p>
      )}
    </>
  );
}

function SinExpediente() {
  return (
    <>
      <PageHeading title="Presolicitud de posgrado" />
      <EmptyState
        title="Su cuenta todavía no tiene un expediente"
        level={2}
        action={<LinkButton to={ownPath({ clave: null })}>Ir a mi expediente</LinkButton>}
      >
        {ERRORES_POSGRADO.sinExpediente.message}
      </EmptyState>
    </>
  );
}

import { useState } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { Preguntar } from '../../../../../platform/web/ayuda.tsx';
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
import { Button, LinkButton, PageHeading, Section } from '../../../../../platform/web/ui/index.ts';
import { BorradorIlegible } from '../../../../inscripciones/web/components/avisos-del-borrador.tsx';
import { useBorradorDe } from '../../../../inscripciones/web/hooks.ts';
import { ownPath } from '../../../../personas/routes.ts';
import { MiEntrevista } from '../../../entrevistas/web/components/mi-entrevista.tsx';
import { ERRORES_POSGRADO } from '../../../errors.ts';
import { PRESOLICITUD, SOLICITUD } from '../../../estados.ts';
import { InconformidadPropia } from '../../../inconformidades/web/components/inconformidad-propia.tsx';
import { MiLugar } from '../../../lugares/web/components/mi-lugar.tsx';
import { MiResultado } from '../../../publicacion/web/components/mi-resultado.tsx';
import { Recomendantes } from '../../../recomendaciones/web/components/recomendantes.tsx';
import { presolicitudPath, solicitudPath } from '../../../routes.ts';
import { ConvocatoriasAbiertas } from '../../../web/components/convocatorias-abiertas.tsx';
import { EncabezadoDeConvocatoria } from '../../../web/components/encabezado-de-convocatoria.tsx';
import { FormularioPosgrado } from '../../../web/components/formulario-posgrado.tsx';
import { LineaDeTramite } from '../../../web/components/linea-de-tramite.tsx';
import styles from '../../../web/components/posgrado.module.css';
import { RetirarTramite } from '../../../web/components/retirar-tramite.tsx';
import { TramiteEnviado } from '../../../web/components/tramite-enviado.tsx';
import {
  datosDeSolicitud,
  fuenteDeSolicitud,
  type SolicitudPropia,
  useDiscardSolicitud,
  useSinGuardarSolicitud,
  useSolicitud,
  useStartSolicitud,
  useSubmitSolicitud,
  useWithdrawSolicitud,
} from '../hooks.ts';

/** `/solicitudPosgrado`: one's applications; with `?convocatoria=`, the one to that call. */
export default function SolicitudPage() {
  const [search] = useSearchParams();
  const convocatoriaId = search.get('convocatoria');
  return convocatoriaId === null ? (
    <ConvocatoriasAbiertas para="solicitud" />
  ) : (
    <Solicitud key={convocatoriaId} convocatoriaId={convocatoriaId} />
  );
}

function Solicitud({ convocatoriaId }: { convocatoriaId: string }) {
  const { data, error, isFetchedAfterMount, dataUpdatedAt, refetch } = useSolicitud(convocatoriaId);
  const sinGuardar = useSinGuardarSolicitud(convocatoriaId);
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
      <Loading shape="page" label="Cargando la solicitud…" />
    );
  }
  return (
    <Contenido
      // A discarded draft, and each sending, begin anew.
      key={`${descartes} ${data.solicitud?.estado ?? 'nueva'} ${data.solicitud?.envios.length ?? 0}`}
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
  data: SolicitudPropia;
  sinGuardar: ReturnType<typeof useSinGuardarSolicitud>;
  recibidoEn: number;
  refetch: () => void;
  onDescartado: () => void;
}) {
  const { convocatoria, solicitud, puede, evaluacion, hechos, linea, recomendaciones } = data;
  const { calendario, curso, edicion } = convocatoria;
  const [search, setSearch] = useSearchParams();
  const ahora = useMomento(data.ahora, recibidoEn, [
    calendario.solicitudAbre,
    calendario.solicitudCierra,
  ]);
  const borrador = useBorradorDe(
    fuenteDeSolicitud(convocatoria.id),
    datosDeSolicitud(data),
    sinGuardar,
    refetch,
  );
  const submit = useSubmitSolicitud(() => {
    borrador.autosave.finish();
    notify.success('Solicitud enviada. Su acuse está disponible.');
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  const discard = useDiscardSolicitud(() => {
    notify.success('Se descartó el borrador.');
    onDescartado();
  });
  const sent = solicitud !== null && solicitud.estado !== 'borrador';
  /** A sent one is corrected when one asks for it: until then its acuse comes first. */
  const [corrigiendo, setCorrigiendo] = useState(data.borrador !== null && sent);
  const llena = puede.guardar.permitido && (!sent || corrigiendo);
  const faltan = recomendaciones.pedidas - recomendaciones.vivas;
  const setPaso = (paso: 'llenar' | 'revisar') =>
    setSearch((now) => {
      if (paso === 'revisar') now.set('paso', 'revisar');
      else now.delete('paso');
      return now;
    });
  return (
    <>
      <EncabezadoDeConvocatoria
        tramite="Solicitud"
        convocatoriaId={convocatoria.id}
        curso={curso}
        edicion={edicion}
        ventana={[calendario.solicitudAbre, calendario.solicitudCierra]}
        ahora={data.ahora}
        recibidoEn={recibidoEn}
      />
      {sent && (solicitud.estado === 'admitida' || solicitud.estado === 'listaDeEspera') && (
        <div className={styles.lugar}>
          <MiLugar solicitudId={solicitud.id} />
        </div>
      )}
      {sent && (
        <TramiteEnviado
          kind="Solicitud de posgrado"
          folio={solicitud.folio}
          curso={curso}
          edicion={edicion}
          estado={{
            tone: SOLICITUD.tono(solicitud.estado),
            label: SOLICITUD.palabra(solicitud.estado),
            detail: solicitud.motivo,
          }}
          envios={solicitud.envios}
          definicion={data.formulario.definicion}
          respuestas={solicitud.respuestas}
          evaluacion={[]}
          sigue={
            <Sigue data={data} corrigiendo={corrigiendo} onCorregir={() => setCorrigiendo(true)} />
          }
        />
      )}
      {llena && (
        <div className={sent ? styles.bloque : undefined} id="correccion">
          {data.ilegible && <BorradorIlegible />}
          <FormularioPosgrado
            borrador={borrador}
            hechos={hechos}
            evaluacion={evaluacion}
            ahora={ahora}
            volver={solicitudPath(convocatoria.id)}
            revisando={search.get('paso') === 'revisar'}
            onPaso={setPaso}
            enviar={(envio) => submit.mutateAsync({ convocatoriaId: convocatoria.id, ...envio })}
            bloqueo={puede.enviar.permitido || faltan > 0 ? null : puede.enviar.porque}
            aviso={`Al enviar se emite su acuse. Puede corregirla hasta el ${formatMomento(new Date(calendario.solicitudCierra))}.`}
            accion={sent ? 'Enviar solicitud corregida' : 'Enviar solicitud'}
            falta={
              faltan > 0
                ? {
                    fieldId: 'recomendantes',
                    message:
                      faltan === 1
                        ? 'Agregue 1 persona recomendante más.'
                        : `Agregue ${faltan} personas recomendantes más.`,
                  }
                : null
            }
            despues={
              <Recomendaciones data={data} autosave={borrador.autosave} onGuardado={refetch} />
            }
          />
          {(solicitud?.estado === 'borrador' || data.borrador) && (
            <div className={styles.acciones}>
              <RetirarTramite
                boton={sent ? 'Descartar las correcciones' : 'Descartar el borrador'}
                pregunta={sent ? '¿Descartar las correcciones?' : '¿Descartar el borrador?'}
                consecuencia={
                  sent
                    ? 'Su solicitud queda como la envió.'
                    : 'Se borra lo que escribió y las personas recomendantes que propuso.'
                }
                conserva="Conservarlo"
                submit={() => discard.mutateAsync({ convocatoriaId: convocatoria.id })}
              />
            </div>
          )}
        </div>
      )}
      {!llena && !sent && <NoDisponible data={data} ahora={ahora} />}
      {sent && !corrigiendo && <Recomendaciones data={data} />}
      {solicitud && sent && <MiEntrevista solicitudId={solicitud.id} />}
      {sent && !SOLICITUD.is('enConcurso', solicitud.estado) && (
        <MiResultado convocatoriaId={convocatoria.id} />
      )}
      {solicitud && sent && <InconformidadPropia tramite="solicitud" tramiteId={solicitud.id} />}
      <LineaDeTramite eventos={linea} />
    </>
  );
}

/** Why it cannot be begun, and the way forward. */
function NoDisponible({
  data: { convocatoria, presolicitud, puede },
  ahora,
}: {
  data: SolicitudPropia;
  ahora: Date;
}) {
  const cerrada = ahora >= new Date(convocatoria.calendario.presolicitudCierra);
  const valida = presolicitud?.estado === 'valida';
  return (
    <Notice
      tone={valida ? 'info' : 'warning'}
      title={valida ? 'Por ahora no recibe solicitudes' : 'Falta una presolicitud válida'}
      actions={
        !valida && (
          <LinkButton variant="primary" to={presolicitudPath(convocatoria.id)}>
            {presolicitud
              ? 'Ver mi presolicitud'
              : cerrada
                ? 'Ver la convocatoria'
                : 'Iniciar la presolicitud'}
          </LinkButton>
        )
      }
    >
      <p>
        {puede.guardar.porque}
        {presolicitud && !valida && (
          <> Su presolicitud está: {PRESOLICITUD.palabra(presolicitud.estado).toLowerCase()}.</>
        )}
      </p>
      {!valida && <Preguntar sobre="curso" id={convocatoria.edicion.id} />}
    </Notice>
  );
}

function Recomendaciones({
  data,
  autosave,
  onGuardado,
}: {
  data: SolicitudPropia;
  /** Autosave of the form above; absent once the application was sent. */
  autosave?: ReturnType<typeof useBorradorDe>['autosave'];
  onGuardado?: () => void;
}) {
  const { convocatoria, solicitud, recomendaciones } = data;
  const start = useStartSolicitud();
  const begin = async () => {
    // An empty draft would take the place of what was typed and is not saved yet.
    await autosave?.flush();
    const tipo = autosave?.getState().tipo ?? 'sinCambios';
    if (tipo === 'sinCambios') start.mutate({ convocatoriaId: convocatoria.id, respuestas: {} });
    else if (tipo === 'guardado') onGuardado?.();
  };
  if (recomendaciones.pedidas === 0 && recomendaciones.vivas === 0) return null;
  return (
    <div id="recomendantes" tabIndex={-1} className={styles.bloque}>
      {solicitud ? (
        <Recomendantes solicitudId={solicitud.id} />
      ) : (
        <Section title="Cartas de recomendación">
          <Button busy={start.isPending} onClick={() => void begin()}>
            Agregar personas recomendantes
          </Button>
        </Section>
      )}
    </div>
  );
}

/** What follows for whoever sent it, and what they may do. */
function Sigue({
  data,
  corrigiendo,
  onCorregir,
}: {
  data: SolicitudPropia;
  corrigiendo: boolean;
  onCorregir: () => void;
}) {
  const { convocatoria, puede, recomendaciones, ahora } = data;
  const { id, estado, avisos } = data.solicitud!;
  const { recomendacionesCierra } = convocatoria.calendario;
  const withdraw = useWithdrawSolicitud(() => notify.success('Registramos su desistimiento.'));
  return (
    <>
      <ol>
        {SOLICITUD.is('enConcurso', estado) && (
          <>
            {recomendaciones.vivas > 0 && ahora < recomendacionesCierra && (
              <li>
                Las cartas de recomendación se reciben hasta el{' '}
                {formatMomento(new Date(recomendacionesCierra))}.
              </li>
            )}
            <li>
              Los resultados se publican por folio el{' '}
              {formatMomento(new Date(convocatoria.calendario.resultadosEn))}.
            </li>
            <li>Los avisos llegan a {avisos.correos.join(' y a ')}.</li>
          </>
        )}
        {estado === 'admitida' && <li>Confirme su lugar antes de la fecha límite.</li>}
        {estado === 'noAdmitida' && (
          <li>Si no está de acuerdo, puede presentar una inconformidad dentro del plazo.</li>
        )}
        {estado === 'inscrita' && (
          <li>Su lugar está confirmado. La escuela le escribirá antes del inicio.</li>
        )}
        {estado === 'listaDeEspera' && (
          <li>Si se libera un lugar, se ofrece por orden de resultado y se le avisa por correo.</li>
        )}
      </ol>
      <p>
        <Preguntar sobre="solicitud" id={id} />
      </p>
      {estado === 'enviada' && puede.enviar.permitido && !corrigiendo && (
        <p>
          <Button onClick={onCorregir}>Corregir la solicitud</Button>
        </p>
      )}
      {puede.desistir.permitido && (
        <p>
          <RetirarTramite
            boton="Desistir de la solicitud"
            pregunta="¿Desistir de la solicitud?"
            consecuencia="Se cancelan las invitaciones y la entrevista, y su lugar queda libre. No se puede deshacer."
            conserva="Conservarla"
            keptAs={`solicitud/${id}/desistir`}
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
      <PageHeading title="Solicitud de posgrado" />
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

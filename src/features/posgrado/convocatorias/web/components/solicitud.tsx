import { Suspense, useState } from 'react';
import type { Slots } from '../../../../../platform/web/feature.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  Button,
  DataList,
  EstadoBadge,
  Folio,
  formatDateTime,
  formatNumber,
  nameOrAddress,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { Visor } from '../../../../../platform/web/visor/index.ts';
import { archivoPath } from '../../../../documentos/routes.ts';
import { personPath } from '../../../../personas/routes.ts';
import { Requisitos } from '../../../../plantillas/web/components/requisitos.tsx';
import { EXCLUSION, RECOMENDACION, SOLICITUD } from '../../../estados.ts';
import { canDecidePosgrado } from '../../../policy.ts';
import { convocatoriaPath } from '../../../routes.ts';
import type { Exclusion, SolicitudDelPersonal } from '../../aspirantes/contract.ts';
import { AVANCES_EN_ETAPA } from '../../aspirantes/rules.ts';
import { type Convocatoria, useActos, useSolicitud } from '../hooks.ts';
import styles from './convocatoria.module.css';
import { RespuestasSensibles } from './respuestas-sensibles.tsx';

export type Historial = readonly Slots['historialDeRegistro'][];

/** One application for the staff: what was sent, the letters, where it is in each stage, and its exclusion. */
export function Solicitud({
  id,
  convocatoria,
  historial,
}: {
  id: string;
  convocatoria: Convocatoria;
  historial: Historial;
}) {
  const query = useSolicitud(id);
  const volver = (
    <Link to={convocatoriaPath(convocatoria.edicionId, 'solicitudes')}>Todas las solicitudes</Link>
  );
  if (query.isPending) return <Loading shape="ficha" />;
  if (query.isError) {
    return (
      <>
        <p className={styles.volver}>{volver}</p>
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      </>
    );
  }
  const solicitud = query.data;
  return (
    <>
      <p className={styles.volver}>{volver}</p>
      <Encabezado solicitud={solicitud} />
      <Exclusiones solicitud={solicitud} />
      <Enviado solicitud={solicitud} />
      <RespuestasSensibles id={id} folio={solicitud.folio} />
      <Documentos solicitud={solicitud} />
      {solicitud.cartas.length > 0 && <Cartas solicitud={solicitud} />}
      <HistorialDe historial={historial} id={id} />
    </>
  );
}

function Encabezado({ solicitud }: { solicitud: SolicitudDelPersonal }) {
  const { estado, folio, persona, enviadaEn, envios, motivo, etapas } = solicitud;
  return (
    <Section
      title={persona.nombre}
      action={<EstadoBadge tone={SOLICITUD.tono(estado)}>{SOLICITUD.palabra(estado)}</EstadoBadge>}
      panel
    >
      <DataList
        items={[
          { label: 'Folio', value: <Folio>{folio}</Folio> },
          {
            label: 'Expediente',
            value: <Link to={personPath(persona.clave)}>Ver el expediente</Link>,
          },
          {
            label: 'Enviada',
            value:
              enviadaEn && `${formatDateTime(enviadaEn)}${envios > 1 ? `, ${envios} envíos` : ''}`,
          },
          { label: 'Lugares reservados', value: solicitud.cupos.join(', ') || 'Ninguno' },
          { label: 'Acción afirmativa', value: solicitud.afirmativa ? 'Sí' : 'No' },
          {
            label: 'Antigüedad',
            value:
              solicitud.antiguedadDias === null
                ? 'Sin dato'
                : `${formatNumber(solicitud.antiguedadDias)} días`,
          },
          ...etapas.map(({ etapaId, nombre, avance }) => ({
            label: nombre,
            value: (
              <EstadoBadge key={etapaId} tone={AVANCES_EN_ETAPA[avance][1]}>
                {AVANCES_EN_ETAPA[avance][0]}
              </EstadoBadge>
            ),
          })),
          ...(motivo ? [{ label: 'Motivo', value: motivo, wide: true }] : []),
        ]}
      />
    </Section>
  );
}

function Enviado({ solicitud }: { solicitud: SolicitudDelPersonal }) {
  const { secciones, requisitos } = solicitud;
  return (
    <>
      <Section title="Respuestas">
        {secciones === null ? (
          <Notice tone="warning" title="No se pueden leer las respuestas">
            <p>Avise a quien administra el servidor.</p>
          </Notice>
        ) : (
          secciones.map((seccion) => (
            <div key={seccion.titulo} className={styles.seccion}>
              <h3>{seccion.titulo}</h3>
              <dl>
                {seccion.respuestas.map(({ etiqueta, valor, aceptado }) => (
                  <div key={etiqueta}>
                    <dt>{etiqueta}</dt>
                    <dd>
                      {valor}
                      {aceptado && <span className={styles.aceptado}> «{aceptado}»</span>}
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          ))
        )}
      </Section>
      {requisitos.length > 0 && (
        <Section title="Requisitos al enviar">
          <Requisitos deOtra evaluacion={requisitos} />
        </Section>
      )}
    </>
  );
}

function Documentos({ solicitud: { documentos } }: { solicitud: SolicitudDelPersonal }) {
  const [opened, setOpened] = useState<string | null>(null);
  if (documentos.length === 0) return null;
  return (
    <Section title="Documentos" lead="Cuenta la versión que se envió.">
      <RecordList>
        {documentos.map(({ id, nombre, contentType, reemplazado, vencido }) => (
          <RecordRow
            key={id}
            name={nombre}
            note={
              (reemplazado || vencido) && (
                <EstadoBadge tone="warning">
                  {vencido ? 'Venció' : 'Hay una versión más nueva'}
                </EstadoBadge>
              )
            }
            actions={
              <Button size="small" onClick={() => setOpened(opened === id ? null : id)}>
                {opened === id ? 'Ocultar' : 'Ver'}
                <span className="sr-only"> {nombre}</span>
              </Button>
            }
          >
            {opened === id && (
              <Visor src={archivoPath(id)} contentType={contentType} nombre={nombre} />
            )}
          </RecordRow>
        ))}
      </RecordList>
    </Section>
  );
}

function Cartas({ solicitud: { cartas } }: { solicitud: SolicitudDelPersonal }) {
  return (
    <Section title="Cartas de recomendación">
      <RecordList>
        {cartas.map((one) => (
          <RecordRow
            key={one.id}
            name={one.nombre}
            note={
              <>
                <EstadoBadge tone={RECOMENDACION.tono(one.estado)}>
                  {RECOMENDACION.palabra(one.estado)}
                </EstadoBadge>{' '}
                {one.institucion} · {one.correo}
                {one.recibidaEn && ` · ${formatDateTime(one.recibidaEn)}`}
              </>
            }
          >
            {one.sospecha && (
              <Notice tone="warning" title="Carta por verificar">
                <p>
                  Se abrió desde un equipo donde ingresó la persona aspirante. Confirme con quien
                  recomienda.
                </p>
              </Notice>
            )}
            {one.ilegible && (
              <p>La carta no se puede leer. Avise a quien administra el servidor.</p>
            )}
            {one.carta && (
              <details className={styles.criterio}>
                <summary>
                  Leer la carta<span className="sr-only"> de {one.nombre}</span>
                </summary>
                <div className={styles.campos}>
                  <p className={styles.carta}>{one.carta.texto}</p>
                  <DataList
                    items={[
                      { label: 'Relación', value: one.relacion },
                      { label: 'Trato', value: one.carta.trato },
                      ...one.carta.valoraciones.map(({ etiqueta, valor }) => ({
                        label: etiqueta,
                        value: valor,
                      })),
                    ]}
                  />
                </div>
              </details>
            )}
          </RecordRow>
        ))}
      </RecordList>
    </Section>
  );
}

function HistorialDe({ historial, id }: { historial: Historial; id: string }) {
  const user = useUser();
  return historial
    .filter((piece) => piece.for(user))
    .map(({ Contenido }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      <Section key={i} title="Historial">
        <Suspense fallback={<Loading shape="list" />}>
          <Contenido entidad="solicitud" id={id} />
        </Suspense>
      </Section>
    ));
}

function Exclusiones({ solicitud }: { solicitud: SolicitudDelPersonal }) {
  const [asking, ask] = useDisclosure();
  const [deciding, setDeciding] = useState<{ exclusion: Exclusion; aprueba: boolean } | null>(null);
  const { withdrawExclusion } = useActos();
  const may = canDecidePosgrado(useUser());
  const waiting = solicitud.exclusiones.find(({ estado }) => estado === 'propuesta');
  const decided = solicitud.exclusiones.filter(({ estado }) => estado !== 'propuesta');
  return (
    <>
      {waiting && (
        <Notice
          tone="warning"
          title="Exclusión por aprobar"
          actions={
            <>
              {!waiting.propia && (
                <>
                  <Button
                    variant="danger"
                    onClick={() => setDeciding({ exclusion: waiting, aprueba: true })}
                  >
                    Aprobar la exclusión
                  </Button>
                  <Button onClick={() => setDeciding({ exclusion: waiting, aprueba: false })}>
                    Rechazar
                  </Button>
                </>
              )}
              <Button
                variant="quiet"
                busy={withdrawExclusion.isPending}
                onClick={() =>
                  withdrawExclusion.mutate(
                    { id: waiting.id },
                    { onSuccess: () => notify.success('Se retiró la exclusión.') },
                  )
                }
              >
                Retirar
              </Button>
            </>
          }
        >
          <p>
            Propuso {nameOrAddress(waiting.propuso)}, {formatDateTime(waiting.creadoEn)}.
            {waiting.propia && ' Debe aprobarla otra persona del personal.'}
          </p>
          <p>{waiting.motivo}</p>
        </Notice>
      )}
      {decided.length > 0 && (
        <Section title="Exclusiones">
          <RecordList>
            {decided.map((one) => (
              <RecordRow
                key={one.id}
                name={one.motivo}
                note={
                  <>
                    <EstadoBadge tone={EXCLUSION.tono(one.estado)}>
                      {EXCLUSION.palabra(one.estado)}
                    </EstadoBadge>{' '}
                    Propuso {nameOrAddress(one.propuso)}
                    {one.decidio && `; decidió ${nameOrAddress(one.decidio)}`}
                    {one.decididaEn && `, ${formatDateTime(one.decididaEn)}`}
                  </>
                }
              >
                {one.nota && <p>Nota: {one.nota}</p>}
              </RecordRow>
            ))}
          </RecordList>
        </Section>
      )}
      {may && !waiting && solicitud.enConcurso && (
        <p className={styles.volver}>
          <Button variant="quiet" flush onClick={ask.open}>
            Excluir de la convocatoria
          </Button>
        </p>
      )}
      {asking && <ExcluirDialog solicitud={solicitud} onClose={ask.close} />}
      {deciding && <DecidirDialog {...deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

function ExcluirDialog({
  solicitud,
  onClose,
}: {
  solicitud: SolicitudDelPersonal;
  onClose: () => void;
}) {
  const { requestExclusion } = useActos();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      ...(motivo.trim().length < 10 && {
        motivo: 'Escriba el motivo, en una frase que leerá la persona.',
      }),
    }),
    submit: ({ motivo }) => requestExclusion.mutateAsync({ solicitudId: solicitud.id, motivo }),
    onSuccess: () => {
      notify.success('Se pidió la exclusión. Otra persona del personal debe aprobarla.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Excluir la solicitud ${solicitud.folio}`}
      form={form}
      submit="Pedir la exclusión"
      busy="Pidiendo…"
      danger
      onClose={onClose}
    >
      <p>
        Solo por falsedad o por haber perdido un requisito. La aprueba otra persona del personal.
      </p>
      <TextAreaField
        label="Motivo"
        hint="Lo leerá la persona."
        rows={3}
        maxLength={1000}
        {...form.field('motivo')}
      />
    </FormDialog>
  );
}

function DecidirDialog({
  exclusion,
  aprueba,
  onClose,
}: {
  exclusion: Exclusion;
  aprueba: boolean;
  onClose: () => void;
}) {
  const { decideExclusion } = useActos();
  const form = useForm({
    initial: { nota: '' },
    validate: ({ nota }) => ({
      ...(!aprueba && nota.trim() === '' && { nota: 'Escriba por qué se rechaza.' }),
    }),
    submit: ({ nota }) => decideExclusion.mutateAsync({ id: exclusion.id, aprueba, nota }),
    onSuccess: () => {
      notify.success(aprueba ? 'Se excluyó la solicitud.' : 'Se rechazó la exclusión.');
      onClose();
    },
  });
  const titulo = aprueba ? 'Aprobar la exclusión' : 'Rechazar la exclusión';
  return (
    <FormDialog
      title={titulo}
      form={form}
      submit={titulo}
      busy="Guardando…"
      danger={aprueba}
      onClose={onClose}
    >
      {aprueba && <p>La solicitud sale del concurso y se avisa a la persona con el motivo.</p>}
      <TextAreaField
        label={aprueba ? 'Nota' : 'Motivo'}
        optional={aprueba}
        rows={2}
        maxLength={1000}
        {...form.field('nota')}
      />
    </FormDialog>
  );
}

import type { ReactNode } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { Preguntar } from '../../../../../platform/web/ayuda.tsx';
import { EmptyState, Notice } from '../../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import {
  formatDate,
  formatDateTime,
  IconSeal,
  LinkButton,
  PageHeading,
} from '../../../../../platform/web/ui/index.ts';
import { PESTANA } from '../../../../documentos/routes.ts';
import { tabPath } from '../../../../personas/routes.ts';
import { PRESOLICITUD } from '../../../estados.ts';
import { faltaDe } from '../../../inconformidades/rules.ts';
import { InconformidadPropia } from '../../../inconformidades/web/components/inconformidad-propia.tsx';
import { presolicitudPath, solicitudPath } from '../../../routes.ts';
import type { PresolicitudPropia, RequisitoVisto } from '../../contract.ts';
import { cuentaDe, porUrgencia } from '../../rules.ts';
import { EstadoDePresolicitud } from './estado-presolicitud.tsx';
import { EstadoDeRequisito } from './estado-requisito.tsx';
import styles from './propia.module.css';

const CRUMBS = [{ label: 'Posgrado', to: presolicitudPath() }];

/** Whoever has no pre-application to the programme. */
export const SinPresolicitud = ({ curso }: { curso: string }) => (
  <>
    <PageHeading title={curso} breadcrumbs={CRUMBS} />
    <EmptyState
      title="No tiene una presolicitud a este programa"
      icon={IconSeal}
      action={<LinkButton to={presolicitudPath()}>Ver las convocatorias</LinkButton>}
    >
      Los requisitos se validan con la presolicitud, mientras la convocatoria la recibe.
    </EmptyState>
  </>
);

/** One's own pre-applications to a programme: the newest, and those of before. */
export function Propias({
  curso,
  propias,
}: {
  curso: string;
  propias: readonly PresolicitudPropia[];
}) {
  const [primera, ...anteriores] = propias;
  if (!primera) return null;
  return (
    <>
      <PageHeading
        title={curso}
        documentTitle={`Requisitos: ${curso}`}
        lead={`Presolicitud · ${primera.convocatoria.nombre}`}
        breadcrumbs={CRUMBS}
        meta={<EstadoDePresolicitud estado={primera.estado} />}
      />
      <Presolicitud presolicitud={primera} />
      {anteriores.length > 0 && (
        <details className={styles.anteriores}>
          <summary>
            <h2>Presolicitudes anteriores ({anteriores.length})</h2>
          </summary>
          {anteriores.map((una) => (
            <section key={una.id} aria-label={`${una.convocatoria.nombre}, anterior`}>
              <p className={styles.anterior}>
                <strong>{una.convocatoria.nombre}</strong>
                <EstadoDePresolicitud estado={una.estado} />
              </p>
              <Presolicitud presolicitud={una} anterior />
            </section>
          ))}
        </details>
      )}
    </>
  );
}

function Presolicitud({
  presolicitud,
  anterior = false,
}: {
  presolicitud: PresolicitudPropia;
  anterior?: boolean;
}) {
  const { requisitos, clave } = presolicitud;
  const cerrada = PRESOLICITUD.is('cerradas', presolicitud.estado);
  const { cumplidos, total } = cuentaDe(requisitos);
  const Heading = anterior ? 'h3' : 'h2';
  return (
    <>
      <Camino presolicitud={presolicitud} />
      {total > 0 && (
        <>
          <div className={styles.titulo}>
            <Heading>Requisitos</Heading>
            <p className={styles.quiet}>
              {cumplidos} de {total} cumplidos
            </p>
          </div>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
          <ul role="list" className={styles.requisitos}>
            {porUrgencia(requisitos).map((requisito) => (
              <li key={requisito.clave}>
                <Requisito requisito={requisito} cerrada={cerrada} />
              </li>
            ))}
          </ul>
          {!anterior && (
            <p className={styles.quiet}>
              Los documentos están en <Link to={tabPath(clave, PESTANA)}>su expediente</Link>.
            </p>
          )}
        </>
      )}
    </>
  );
}

/** What the pre-application waits for, and the one act that follows. */
function Camino({ presolicitud }: { presolicitud: PresolicitudPropia }) {
  const { estado, convocatoria, enviadaEn, motivo, requisitos, subsanar } = presolicitud;
  const form = presolicitudPath(convocatoria.id);
  const ver = (
    <LinkButton to={form} size="small">
      Ver lo que envié
    </LinkButton>
  );
  switch (estado) {
    case 'borrador':
      return (
        <Notice
          title="Todavía no la envía"
          actions={
            <LinkButton to={form} variant="primary">
              Continuar la presolicitud
            </LinkButton>
          }
        />
      );
    case 'enviada':
      return (
        <Notice title="En revisión" actions={ver}>
          <p>
            Enviada el {formatDateTime(enviadaEn ?? '')}. La escuela le escribirá cuando decida.
          </p>
        </Notice>
      );
    case 'conObservaciones': {
      const n = requisitos.filter((one) => one.estado === 'conObservacion').length;
      return (
        <Notice
          tone={subsanar?.vencido ? 'danger' : 'warning'}
          title={n === 1 ? '1 observación por atender' : `${n} observaciones por atender`}
          actions={
            subsanar?.vencido ? (
              ver
            ) : (
              <LinkButton to={form} variant="primary">
                Atender
              </LinkButton>
            )
          }
        >
          <Preguntar sobre="presolicitud" id={presolicitud.id} />
          {subsanar && (
            <p>
              Hasta el {formatMomento(new Date(subsanar.venceEn))}: {faltaDe(subsanar)}.
            </p>
          )}
        </Notice>
      );
    }
    case 'valida':
      return (
        <Notice
          tone="success"
          title="Cumple los requisitos"
          actions={
            <>
              <LinkButton to={solicitudPath(convocatoria.id)} variant="primary">
                Hacer la solicitud
              </LinkButton>
              {ver}
            </>
          }
        >
          <p>
            La solicitud se recibe hasta el {formatMomento(new Date(presolicitud.solicitudCierra))}.
          </p>
        </Notice>
      );
    case 'improcedente':
      return (
        <>
          <Notice tone="danger" title="Se declaró improcedente" actions={ver}>
            {motivo && <p>{motivo}</p>}
            <Preguntar sobre="presolicitud" id={presolicitud.id} />
          </Notice>
          <InconformidadPropia tramite="presolicitud" tramiteId={presolicitud.id} />
        </>
      );
    case 'vencida':
      return (
        <Notice tone="danger" title="Venció sin correcciones" actions={ver}>
          <p>No se recibieron las correcciones dentro del plazo.</p>
        </Notice>
      );
    default:
      return (
        <Notice tone="info" title={estado === 'retirada' ? 'La retiró' : 'Se anuló'} actions={ver}>
          {motivo && <p>{motivo}</p>}
        </Notice>
      );
  }
}

function Requisito({ requisito, cerrada }: { requisito: RequisitoVisto; cerrada: boolean }) {
  const { titulo, estado, detalle, observaciones } = requisito;
  const [ultima, ...anteriores] = observaciones;
  return (
    <article className={styles.requisito} data-estado={estado}>
      <div>
        <h3>{titulo.replace(/\.$/, '')}</h3>
        {detalle && <p className={styles.quiet}>{detalle}</p>}
      </div>
      <EstadoDeRequisito estado={estado} cerrada={cerrada} />
      {ultima && (
        <div className={styles.observacion}>
          <Observacion observacion={ultima} />
          {anteriores.length > 0 && (
            <details>
              <summary>Observaciones anteriores ({anteriores.length})</summary>
              {anteriores.map((una) => (
                <Observacion key={una.ronda} observacion={una} />
              ))}
            </details>
          )}
        </div>
      )}
    </article>
  );
}

/** What the school asked for, and what was answered. */
export function Observacion({
  observacion: { texto, creadoEn, respuesta, respondidaEn },
}: {
  observacion: RequisitoVisto['observaciones'][number];
}): ReactNode {
  return (
    <dl className={styles.dialogo}>
      <dt>Observación · {formatDate(creadoEn)}</dt>
      <dd>{texto}</dd>
      {respuesta && (
        <>
          <dt>Respuesta{respondidaEn && ` · ${formatDate(respondidaEn)}`}</dt>
          <dd>{respuesta}</dd>
        </>
      )}
    </dl>
  );
}

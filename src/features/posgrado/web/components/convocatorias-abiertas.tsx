import { formatMomento } from '../../../../platform/shared/dates.ts';
import { EmptyState, ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import {
  EstadoBadge,
  IconCalendar,
  LinkButton,
  PageHeading,
} from '../../../../platform/web/ui/index.ts';
import { describeEdicion, describeTipo } from '../../../cursos/rules.ts';
import { MOMENTOS } from '../../envios/contract.ts';
import { PRESOLICITUD, SOLICITUD } from '../../estados.ts';
import type { ConvocatoriaAbierta } from '../../presolicitudes/contract.ts';
import { useConvocatoriasAbiertas } from '../../presolicitudes/web/hooks.ts';
import { presolicitudPath, solicitudPath, validarPresolicitudPath } from '../../routes.ts';
import styles from './posgrado.module.css';
import { RequisitosPlegables } from './requisitos-plegables.tsx';

/** The calls that are open or come next, and those in which one takes part; `para`: of which form the screen is. */
export function ConvocatoriasAbiertas({ para }: { para: 'presolicitud' | 'solicitud' }) {
  const { data, error, isPending, refetch } = useConvocatoriasAbiertas();
  const suyas = data?.convocatorias.filter(
    ({ presolicitud, solicitud }) => para === 'presolicitud' || presolicitud || solicitud,
  );
  return (
    <>
      <PageHeading
        breadcrumbs={[{ label: 'Inicio', to: '/' }]}
        title={para === 'presolicitud' ? 'Convocatorias de posgrado' : 'Solicitudes de posgrado'}
        lead={
          para === 'presolicitud'
            ? 'Especialidades, maestrías y doctorados con sus fechas y requisitos.'
            : 'Programas en los que tiene una presolicitud o una solicitud.'
        }
      />
      {isPending ? (
        <Loading shape="list" label="Cargando las convocatorias…" />
      ) : !data || !suyas ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : suyas.length === 0 ? (
        <Vacia para={para} />
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
        <ul role="list" className={styles.lista}>
          {suyas.map((convocatoria) => (
            <li key={convocatoria.id}>
              <Convocatoria convocatoria={convocatoria} ahora={data.ahora} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Vacia({ para }: { para: 'presolicitud' | 'solicitud' }) {
  return para === 'presolicitud' ? (
    <EmptyState title="No hay convocatorias abiertas" icon={IconCalendar} level={2}>
      Aquí aparecerán las de especialidad, maestría y doctorado cuando se publiquen.
    </EmptyState>
  ) : (
    <EmptyState
      title="No tiene solicitudes de posgrado"
      icon={IconCalendar}
      level={2}
      action={<LinkButton to={presolicitudPath()}>Ver las convocatorias</LinkButton>}
    >
      Para solicitar un programa se valida primero una presolicitud.
    </EmptyState>
  );
}

/** The next step in a call and its address, the later one first; `ahora`: the server's (ISO 8601). Both windows may be open. */
const siguienteDe = (
  { id, curso, calendario, presolicitud, solicitud }: ConvocatoriaAbierta,
  ahora: string,
) => {
  if (solicitud && !SOLICITUD.is('cerradas', solicitud.estado)) {
    return solicitud.estado === 'borrador'
      ? { label: 'Continuar la solicitud', to: solicitudPath(id) }
      : { label: 'Ver mi solicitud', to: solicitudPath(id) };
  }
  if (solicitud) return { label: 'Ver mi solicitud', to: solicitudPath(id) };
  if (presolicitud?.estado === 'valida') {
    return calendario.solicitudAbre <= ahora && ahora <= calendario.solicitudCierra
      ? { label: 'Iniciar la solicitud', to: solicitudPath(id) }
      : { label: 'Ver mis requisitos', to: validarPresolicitudPath(curso.id) };
  }
  if (presolicitud?.estado === 'conObservaciones') {
    return { label: 'Atender las observaciones', to: presolicitudPath(id) };
  }
  if (presolicitud?.estado === 'borrador') {
    return { label: 'Continuar la presolicitud', to: presolicitudPath(id) };
  }
  if (presolicitud) return { label: 'Ver mi presolicitud', to: presolicitudPath(id) };
  return { label: 'Ver la convocatoria', to: presolicitudPath(id) };
};

function Convocatoria({
  convocatoria,
  ahora,
}: {
  convocatoria: ConvocatoriaAbierta;
  ahora: string;
}) {
  const { id, curso, edicion, momento, calendario, descripcion, lugares } = convocatoria;
  const { presolicitud, solicitud, requisitos } = convocatoria;
  const siguiente = siguienteDe(convocatoria, ahora);
  const open = momento === 'presolicitudes' && !presolicitud;
  return (
    <article className={styles.convocatoria}>
      <div>
        <p className={styles.clase}>{describeTipo(curso)}</p>
        <h2>{curso.nombre}</h2>
        <p className={styles.quiet}>
          {describeEdicion(edicion)} · {lugares} {lugares === 1 ? 'lugar' : 'lugares'}
        </p>
        {descripcion && <p className={styles.texto}>{descripcion}</p>}
        <dl className={styles.fechas}>
          <Fecha
            label="Presolicitud"
            abre={calendario.presolicitudAbre}
            cierra={calendario.presolicitudCierra}
          />
          <Fecha
            label="Solicitud"
            abre={calendario.solicitudAbre}
            cierra={calendario.solicitudCierra}
          />
          <dt>Resultados</dt>
          <dd>{formatMomento(new Date(calendario.resultadosEn))}</dd>
        </dl>
      </div>
      <div className={styles.lado}>
        <EstadoBadge tone={momento === 'cancelada' ? 'danger' : open ? 'success' : 'info'}>
          {MOMENTOS[momento]}
        </EstadoBadge>
        {presolicitud && (
          <p>
            Presolicitud:{' '}
            <EstadoBadge tone={PRESOLICITUD.tono(presolicitud.estado)}>
              {PRESOLICITUD.palabra(presolicitud.estado)}
            </EstadoBadge>
          </p>
        )}
        {solicitud && (
          <p>
            Solicitud:{' '}
            <EstadoBadge tone={SOLICITUD.tono(solicitud.estado)}>
              {SOLICITUD.palabra(solicitud.estado)}
            </EstadoBadge>
          </p>
        )}
        {requisitos.resultados.length > 0 && (
          <RequisitosPlegables
            evaluacion={requisitos.resultados}
            volver={presolicitudPath(id)}
            plegado
          />
        )}
        <LinkButton to={siguiente.to} {...(open && { variant: 'primary' as const })}>
          {siguiente.label}
          <span className="sr-only">: {curso.nombre}</span>
        </LinkButton>
      </div>
    </article>
  );
}

function Fecha({ label, abre, cierra }: { label: string; abre: string; cierra: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        Del {formatMomento(new Date(abre))} al {formatMomento(new Date(cierra))}
      </dd>
    </>
  );
}

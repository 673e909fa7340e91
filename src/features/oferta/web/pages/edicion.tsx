import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { formatFecha, formatMomento } from '../../../../platform/shared/dates.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import {
  EmptyState,
  ErrorState,
  Loading,
  Notice,
  notify,
} from '../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import {
  Button,
  DataList,
  type Datum,
  EstadoBadge,
  IconCopy,
  IconSearch,
  LinkButton,
  PageHeading,
  Section,
} from '../../../../platform/web/ui/index.ts';
import { ESTADOS_EDICION } from '../../../cursos/contract.ts';
import { ofertaEdicionPath, ofertaPath } from '../../../cursos/routes.ts';
import {
  describeEdicion,
  describeLugares,
  describePeriodo,
  describeTipo,
} from '../../../cursos/rules.ts';
import { canStart, entradaPath, libresPara } from '../../../inscripciones/ofertas/rules.ts';
import { Requisitos } from '../../../inscripciones/ofertas/web/components/requisitos-de-oferta.tsx';
import { RepartoDeLugares } from '../../../inscripciones/reserva/web/components/lugares-reservados.tsx';
import { EnMiCalendario } from '../../calendario/web/components/en-mi-calendario.tsx';
import type { EdicionDetallada } from '../../contract.ts';
import { describeCabida } from '../../rules.ts';
import styles from '../components/edicion.module.css';
import { useEdicion } from '../hooks.ts';

const ARRIBA = [{ label: 'Oferta', to: ofertaPath }];

/** What other features add to the page of an edition. */
export type Piezas = readonly ComponentType<{ edicionId: string }>[];

/** `/oferta/{edicionId}`: all that an edition says to whoever thinks of enrolling. */
export function EdicionPage({ piezas }: { piezas: Piezas }) {
  const { edicionId = '' } = useParams();
  const { data, error, isPending, refetch } = useEdicion(edicionId);
  if (isPending) return <Loading shape="form" />;
  if (data) return <Edicion data={data} piezas={piezas} />;
  if (error instanceof CallError && error.status === 'NOT_FOUND') return <Ninguna />;
  return <ErrorState error={error} retry={() => void refetch()} />;
}

function Ninguna() {
  return (
    <>
      <PageHeading title="Edición" breadcrumbs={ARRIBA} />
      <EmptyState
        title="No encontramos esa edición"
        icon={IconSearch}
        action={<LinkButton to={ofertaPath}>Ver la oferta</LinkButton>}
      >
        Revise la dirección: quizá llegó incompleta. También puede buscar el curso en la oferta.
      </EmptyState>
    </>
  );
}

function Edicion({ data, piezas }: { data: EdicionDetallada; piezas: Piezas }) {
  const { curso, edicion, estado, inscripcion, momento, elegibilidad, faltas } = data;
  const [palabra, tono] = ESTADOS_EDICION[estado];
  const enTramite = inscripcion !== null && inscripcion.estado !== 'borrador';
  return (
    <>
      <PageHeading
        title={curso.nombre}
        documentTitle={`${curso.nombre}, ${edicion.nombre}`}
        breadcrumbs={ARRIBA}
        lead={`${describeTipo(curso)}, ${curso.horas} horas. ${describeEdicion(edicion)}.`}
        meta={<EstadoBadge tone={tono}>{palabra}</EstadoBadge>}
        action={<Acciones data={data} />}
      />
      {data.cancelacion && <Cancelacion cancelacion={data.cancelacion} />}
      {!enTramite && !edicion.cancelada && momento !== 'cerrada' && (
        <div className={styles.elegible}>
          <Requisitos oferta={data} elegibilidad={elegibilidad} faltas={faltas} />
        </div>
      )}
      <Section title="Datos de la edición">
        <DataList items={datosOf(data)} />
      </Section>
      {data.reserva && !edicion.cancelada && momento !== 'cerrada' && (
        <Section title="Distribución de lugares">
          <RepartoDeLugares reserva={data.reserva} />
        </Section>
      )}
      <Section title="Objetivo">
        <p className={styles.texto}>{curso.objetivo}</p>
      </Section>
      {data.temario.length > 0 && <Temario temario={data.temario} />}
      {data.requisitos !== '' && (
        <Section title="Requisitos">
          <p className={styles.texto}>{data.requisitos}</p>
        </Section>
      )}
      {data.docentes.length > 0 && <Docentes docentes={data.docentes} />}
      {data.grupos.length > 0 && <Grupos grupos={data.grupos} />}
      {data.sesiones.length > 0 && <Sesiones sesiones={data.sesiones} />}
      {piezas.map((Pieza, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: who gives them does not change
        <Pieza key={i} edicionId={edicion.id} />
      ))}
    </>
  );
}

/** One enters it by a call that is not published yet. */
const sinPublicar = ({ edicion }: Pick<EdicionDetallada, 'edicion'>): boolean =>
  edicion.porConvocatoria && edicion.convocatoriaId === null;

const datosOf = (data: EdicionDetallada): Datum[] => {
  const { curso, edicion, lugares } = data;
  return [
    { label: 'Se imparte', value: describePeriodo(edicion.inicia, edicion.termina) },
    {
      label: edicion.porConvocatoria ? 'Presolicitudes' : 'Inscripción',
      value: sinPublicar(data)
        ? 'Todavía no se publica su convocatoria'
        : `Del ${formatMomento(new Date(edicion.inscripcionAbre))} al ${formatMomento(new Date(edicion.inscripcionCierra))}`,
    },
    { label: 'Sede', value: edicion.sede },
    { label: 'Modalidad', value: curso.modalidad.nombre },
    { label: 'Área', value: curso.area },
    {
      label: 'Duración',
      value:
        curso.creditos === null
          ? `${curso.horas} horas`
          : `${curso.horas} horas, ${curso.creditos} créditos`,
    },
    {
      label: 'Lugares',
      value: edicion.porConvocatoria
        ? describeCabida(data)
        : `${lugares.cupo} en total. ${describeCabida(data)}.`,
    },
    { label: 'Para acreditar', value: minimosOf(data) },
    { label: 'Clave', value: curso.clave },
  ];
};

const minimosOf = ({ calificacionMinima, asistenciaMinima }: EdicionDetallada): string => {
  const minimos = [
    calificacionMinima !== null && `calificación de ${calificacionMinima} o más`,
    asistenciaMinima !== null && `asistencia de ${asistenciaMinima}\u00a0% o más`,
  ].filter(Boolean);
  return minimos.length === 0 ? 'No se piden mínimos' : capital(minimos.join(' y '));
};
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Acciones({ data }: { data: EdicionDetallada }) {
  const { edicion, inscripcion, conFormulario } = data;
  const { porConvocatoria } = edicion;
  const to = entradaPath(data);
  const enTramite = inscripcion !== null && inscripcion.estado !== 'borrador';
  return (
    <>
      {enTramite ? (
        <LinkButton to={to} variant="primary">
          {porConvocatoria ? 'Ver mi solicitud' : 'Ver mi inscripción'}
        </LinkButton>
      ) : (
        conFormulario &&
        canStart(data) &&
        !sinPublicar(data) && (
          <LinkButton to={to} variant="primary">
            {inscripcion && !porConvocatoria ? 'Continuar mi inscripción' : verboDe(data)}
          </LinkButton>
        )
      )}
      <EnMiCalendario edicionId={edicion.id} propia={enTramite} />
      <Compartir edicionId={edicion.id} />
    </>
  );
}

/** What one comes to do, as there are seats or a line. */
const verboDe = (data: EdicionDetallada): string => {
  if (data.edicion.porConvocatoria) return 'Ver la convocatoria';
  return libresPara(data) > 0 ? 'Inscribirme' : 'Formarme en la lista de espera';
};

/** The address of the edition: whoever opens it without having signed in comes back to it afterwards. */
function Compartir({ edicionId }: { edicionId: string }) {
  const copy = async () => {
    const url = new URL(ofertaEdicionPath(edicionId), window.location.origin).href;
    try {
      await navigator.clipboard.writeText(url);
      notify.success('Se copió el enlace. Quien lo abra verá esta edición al ingresar.');
    } catch {
      notify.error(`No se pudo copiar. El enlace es ${url}`);
    }
  };
  return (
    <Button icon={<IconCopy />} onClick={() => void copy()}>
      Copiar enlace
    </Button>
  );
}

function Cancelacion({
  cancelacion: { motivo, alternativa },
}: {
  cancelacion: NonNullable<EdicionDetallada['cancelacion']>;
}) {
  return (
    <Notice tone="danger" title="Esta edición se canceló">
      {motivo ?? 'La escuela no dijo por qué.'}
      {alternativa && (
        <>
          {' '}
          Puede inscribirse en{' '}
          <Link to={ofertaEdicionPath(alternativa.id)}>{alternativa.nombre}</Link>.
        </>
      )}
    </Notice>
  );
}

function Temario({ temario }: Pick<EdicionDetallada, 'temario'>) {
  return (
    <Section title="Temario">
      <ol className={styles.temario}>
        {temario.map(({ titulo, contenido }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a programme does not change while it is read
          <li key={i}>
            <strong>{titulo}</strong>
            {contenido && <p className={styles.texto}>{contenido}</p>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Docentes({ docentes }: Pick<EdicionDetallada, 'docentes'>) {
  return (
    <Section title="Docentes">
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list" className={styles.lista}>
        {docentes.map(({ nombre, papel, semblanza, grupo }) => (
          <li key={`${nombre} ${grupo}`}>
            <strong>{nombre}</strong>
            <span className={styles.nota}> {[papel, grupo].filter(Boolean).join(' · ')}</span>
            {semblanza && <p className={styles.texto}>{semblanza}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Grupos({ grupos }: Pick<EdicionDetallada, 'grupos'>) {
  return (
    <Section title="Grupos">
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list" className={styles.lista}>
        {grupos.map(({ id, nombre, horario, cupo, libres }) => (
          <li key={id}>
            <strong>{nombre}</strong>
            <span className={styles.nota}>
              {' '}
              {[horario, `${cupo} lugares`, describeLugares({ libres })]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Sesiones({ sesiones }: Pick<EdicionDetallada, 'sesiones'>) {
  return (
    <Section title="Sesiones" lead="Las horas son del centro de México.">
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list" className={styles.sesiones}>
        {sesiones.map(({ id, fecha, de, a, tema, lugar, grupo }) => (
          <li key={id}>
            <span className={styles.cuando}>
              {formatFecha(fecha)}, {de} a {a}
              {'\u00a0h'}
            </span>
            <span>
              {tema || 'Sesión'}
              <span className={styles.nota}> {[lugar, grupo].filter(Boolean).join(' · ')}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

import { Fragment, useId } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { returningTo } from '../../../../../platform/shared/volver.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import {
  classes,
  EstadoBadge,
  formatRelative,
  IconArrowRight,
  IconCheckCircle,
  IconClock,
  IconEdit,
  LinkButton,
} from '../../../../../platform/web/ui/index.ts';
import { ofertaEdicionPath } from '../../../../cursos/routes.ts';
import { describeEdicion } from '../../../../cursos/rules.ts';
import { INSCRIPCION } from '../../../estados.ts';
import { libresPara } from '../../../reserva/rules.ts';
import { RepartoDeLugares } from '../../../reserva/web/components/lugares-reservados.tsx';
import { inscripcionPath } from '../../../routes.ts';
import type { FaltaParaInscribirse, Oferta as OfertaDeEdicion } from '../../contract.ts';
import { canStart, describeCabida } from '../../rules.ts';
import styles from './ofertas.module.css';

const DAY = 86_400_000;
/** When what is left is worth a warning. */
const CLOSING_SOON = 3 * DAY;
const FEW_SEATS = 5;

const PLAZO = {
  abierta: 'Inscripciones hasta el',
  proxima: 'La inscripción abre el',
  cerrada: 'La inscripción cerró el',
} as const;

/** How the rules of enrolment answer: whether one meets them, and what is not met. */
export type Elegibilidad = {
  readonly cumple: boolean;
  readonly faltas: readonly FaltaParaInscribirse[];
};

/** One edition of the offer: what it is, until when, and the one thing to do. */
export function Oferta({
  oferta,
  ahora,
  faltas,
  elegibilidad = null,
}: {
  oferta: OfertaDeEdicion;
  ahora: Date;
  /** What one's own file lacks to enrol in something of its kind. */
  faltas: readonly FaltaParaInscribirse[];
  /** What the rules of enrolment say of whoever reads it; null: nobody asked. */
  elegibilidad?: Elegibilidad | null;
}) {
  const { curso, edicion, lugares, momento, inscripcion } = oferta;
  const id = useId();
  const [abierta, proxima] = [momento === 'abierta', momento === 'proxima'];
  const cierra = new Date(edicion.inscripcionCierra);
  const left = cierra.getTime() - ahora.getTime();
  return (
    <article className={styles.oferta} aria-labelledby={id}>
      <div className={styles.words}>
        <p className={styles.kind}>
          {curso.tipo.nombre} · {curso.modalidad.nombre} · {curso.horas} horas
        </p>
        <h3 id={id}>
          <Link to={ofertaEdicionPath(edicion.id)} className={styles.name}>
            {curso.nombre}
          </Link>
        </h3>
        <p className={styles.edition}>{describeEdicion(edicion)}</p>
        {momento !== 'cerrada' && (!inscripcion || inscripcion.estado === 'borrador') && (
          <Requisitos {...{ oferta, elegibilidad }} faltas={canStart(oferta) ? faltas : []} />
        )}
        {oferta.reserva && muestraCabida(oferta) && (
          <div className={styles.reparto}>
            <RepartoDeLugares reserva={oferta.reserva} breve />
          </div>
        )}
      </div>
      <div className={styles.terms}>
        <p className={styles.deadline}>
          <span>{PLAZO[momento]}</span>{' '}
          <time dateTime={proxima ? edicion.inscripcionAbre : edicion.inscripcionCierra}>
            {formatMomento(proxima ? new Date(edicion.inscripcionAbre) : cierra)}
          </time>
        </p>
        <p className={styles.notes}>
          {abierta && left < CLOSING_SOON && (
            <span className={styles.soon}>
              <IconClock width="1em" height="1em" /> Cierra{' '}
              {formatRelative(edicion.inscripcionCierra, ahora)}
            </span>
          )}
          {!edicion.cancelada && (
            <span className={classes(abierta && libresPara(oferta) <= FEW_SEATS && styles.few)}>
              {abierta ? describeCabida(oferta) : `${lugares.cupo} lugares`}
            </span>
          )}
        </p>
      </div>
      <div className={styles.action}>
        {inscripcion && (
          <EstadoBadge
            tone={INSCRIPCION.tono(inscripcion.estado)}
            {...(inscripcion.estado === 'borrador' && { icon: IconEdit })}
          >
            {INSCRIPCION.palabra(inscripcion.estado)}
          </EstadoBadge>
        )}
        {edicion.cancelada && !inscripcion && <EstadoBadge tone="danger">Cancelada</EstadoBadge>}
        <Accion oferta={oferta} describedBy={id} />
      </div>
    </article>
  );
}

/** Who has sent theirs, or comes late, need not weigh the seats. */
const muestraCabida = ({ momento, edicion, inscripcion }: OfertaDeEdicion): boolean =>
  momento !== 'cerrada' &&
  !edicion.cancelada &&
  (!inscripcion || inscripcion.estado === 'borrador');

/** Whether one meets what it asks, and otherwise what of it one does not. */
export function Requisitos({
  oferta,
  elegibilidad,
  faltas,
}: {
  oferta: OfertaDeEdicion;
  elegibilidad: Elegibilidad | null;
  faltas: readonly FaltaParaInscribirse[];
}) {
  if (elegibilidad && !elegibilidad.cumple) {
    return (
      <div className={styles.lacks}>
        <p>Le falta para inscribirse:</p>
        <ul>
          {elegibilidad.faltas.map(({ que, enlace }) => (
            <li key={que}>{enlace ? <Link to={enlace}>{que}</Link> : que}</li>
          ))}
        </ul>
      </div>
    );
  }
  if (faltas.length > 0) return <Faltas oferta={oferta} faltas={faltas} />;
  if (!elegibilidad) return null;
  return (
    <p className={styles.meets}>
      <IconCheckCircle width="1.1em" height="1.1em" /> Cumple los requisitos
    </p>
  );
}

/** What the file lacks to enrol in it, each with the way to its very field and back to the enrolment. */
function Faltas({
  oferta: { curso, edicion, plantillaId },
  faltas,
}: {
  oferta: OfertaDeEdicion;
  faltas: readonly FaltaParaInscribirse[];
}) {
  if (faltas.length === 0) return null;
  const volver = inscripcionPath(curso.id, plantillaId, curso.tipo, edicion.id);
  const n = faltas.length;
  return (
    <p className={styles.lacks}>
      {n === 1 ? 'Le falta 1 dato' : `Le faltan ${n} datos`} para inscribirse:{' '}
      {faltas.map(({ que, enlace }, i) => (
        <Fragment key={que}>
          {i > 0 && (i === n - 1 ? ' y ' : ', ')}
          {enlace ? <Link to={returningTo(enlace, volver)}>{que}</Link> : que}
        </Fragment>
      ))}
      .
    </p>
  );
}

/** The course's name goes in the link for who hears only the links of the page. */
function Accion({ oferta, describedBy }: { oferta: OfertaDeEdicion; describedBy: string }) {
  const { curso, edicion, plantillaId, inscripcion } = oferta;
  const detalle = !canStart(oferta) && (!inscripcion || inscripcion.estado === 'borrador');
  const to = detalle
    ? ofertaEdicionPath(edicion.id)
    : inscripcionPath(curso.id, plantillaId, curso.tipo, edicion.id);
  const words = (): string => {
    if (inscripcion && inscripcion.estado !== 'borrador') return 'Ver mi inscripción';
    if (detalle) return 'Ver detalle';
    if (inscripcion) return 'Continuar';
    return libresPara(oferta) > 0 ? 'Inscribirme' : 'Formarme en la lista de espera';
  };
  return (
    <LinkButton to={to} variant="quiet" aria-describedby={describedBy} className={styles.quiet}>
      {words()}
      <IconArrowRight width="1em" height="1em" />
    </LinkButton>
  );
}

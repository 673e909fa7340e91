import { Fragment, useId } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import {
  classes,
  EstadoBadge,
  formatRelative,
  IconArrowRight,
  IconClock,
  IconEdit,
  LinkButton,
} from '../../../../../platform/web/ui/index.ts';
import { describeEdicion, describeLugares } from '../../../../cursos/rules.ts';
import { withVolver } from '../../../../personas/routes.ts';
import { INSCRIPCION } from '../../../estados.ts';
import { inscripcionPath } from '../../../routes.ts';
import type { FaltaParaInscribirse, Oferta as OfertaDeEdicion } from '../../contract.ts';
import { canStart } from '../../rules.ts';
import styles from './ofertas.module.css';

const DAY = 86_400_000;
/** When what is left is worth a warning. */
const CLOSING_SOON = 3 * DAY;
const FEW_SEATS = 5;

/** One edition of the offer: what it is, until when, and the one thing to do. */
export function Oferta({
  oferta,
  ahora,
  faltas,
}: {
  oferta: OfertaDeEdicion;
  ahora: Date;
  /** What one's own file lacks to enrol in something of its kind. */
  faltas: readonly FaltaParaInscribirse[];
}) {
  const { curso, edicion, lugares, momento, inscripcion } = oferta;
  const id = useId();
  const abierta = momento === 'abierta';
  const cierra = new Date(edicion.inscripcionCierra);
  const left = cierra.getTime() - ahora.getTime();
  return (
    <article className={styles.oferta} aria-labelledby={id}>
      <div className={styles.words}>
        <p className={styles.kind}>
          {curso.tipo.nombre} · {curso.modalidad.nombre} · {curso.horas} horas
        </p>
        <h3 id={id}>{curso.nombre}</h3>
        <p className={styles.edition}>{describeEdicion(edicion)}</p>
        {canStart(oferta) && (!inscripcion || inscripcion.estado === 'borrador') && (
          <Faltas oferta={oferta} faltas={faltas} />
        )}
      </div>
      <div className={styles.terms}>
        <p className={styles.deadline}>
          <span>{abierta ? 'Inscripciones hasta el' : 'La inscripción abre el'}</span>{' '}
          <time dateTime={abierta ? edicion.inscripcionCierra : edicion.inscripcionAbre}>
            {formatMomento(abierta ? cierra : new Date(edicion.inscripcionAbre))}
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
            <span className={classes(abierta && lugares.libres <= FEW_SEATS && styles.few)}>
              {abierta ? describeLugares(lugares) : `${lugares.cupo} lugares`}
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
          {enlace ? <Link to={withVolver(enlace, volver)}>{que}</Link> : que}
        </Fragment>
      ))}
      .
    </p>
  );
}

/** The course's name goes in the link for who hears only the links of the page. */
function Accion({ oferta, describedBy }: { oferta: OfertaDeEdicion; describedBy: string }) {
  const { curso, edicion, plantillaId, inscripcion } = oferta;
  const to = inscripcionPath(curso.id, plantillaId, curso.tipo, edicion.id);
  const words = (): string => {
    if (inscripcion && inscripcion.estado !== 'borrador') return 'Ver mi inscripción';
    if (!canStart(oferta)) return 'Ver detalle';
    return inscripcion ? 'Continuar' : 'Inscribirme';
  };
  return (
    <LinkButton to={to} variant="quiet" aria-describedby={describedBy} className={styles.quiet}>
      {words()}
      <IconArrowRight width="1em" height="1em" />
    </LinkButton>
  );
}

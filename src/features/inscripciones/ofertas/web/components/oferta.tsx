import { Fragment, type ReactNode, useId } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { returningTo } from '../../../../../platform/shared/volver.ts';
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
import { ofertaEdicionPath } from '../../../../cursos/routes.ts';
import { describeCupo, describeEdicion } from '../../../../cursos/rules.ts';
import { INSCRIPCION } from '../../../estados.ts';
import type { FaltaParaInscribirse, Oferta as OfertaDeEdicion } from '../../contract.ts';
import { canStart, entradaPath, libresPara } from '../../rules.ts';
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
/** The same where one enters by a call. */
const PLAZO_DE_CONVOCATORIA = {
  abierta: 'Presolicitudes hasta el',
  proxima: 'Las presolicitudes abren el',
  cerrada: 'Las presolicitudes cerraron el',
} as const;

/** One edition of the offer: what it is, until when, and the one thing to do. */
export function Oferta({
  oferta,
  ahora,
  cabida,
  children,
}: {
  oferta: OfertaDeEdicion;
  ahora: Date;
  /** What is left of its seats for whoever reads it, in words. */
  cabida: string;
  /** What whoever thinks of it should know of themselves; not shown to who has sent theirs, nor when it is over. */
  children: ReactNode;
}) {
  const { curso, edicion, lugares, momento, inscripcion } = oferta;
  const id = useId();
  const [abierta, proxima] = [momento === 'abierta', momento === 'proxima'];
  const { porConvocatoria } = edicion;
  const plazo = porConvocatoria ? PLAZO_DE_CONVOCATORIA : PLAZO;
  const conCabida = abierta && !porConvocatoria;
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
        {momento !== 'cerrada' && (!inscripcion || inscripcion.estado === 'borrador') && children}
      </div>
      <div className={styles.terms}>
        {!edicion.cancelada && (
          <p className={styles.deadline}>
            <span>{plazo[momento]}</span>{' '}
            <time dateTime={proxima ? edicion.inscripcionAbre : edicion.inscripcionCierra}>
              {formatMomento(proxima ? new Date(edicion.inscripcionAbre) : cierra)}
            </time>
          </p>
        )}
        <p className={styles.notes}>
          {abierta && !edicion.cancelada && left < CLOSING_SOON && (
            <span className={styles.soon}>
              <IconClock width="1em" height="1em" /> Cierra{' '}
              {formatRelative(edicion.inscripcionCierra, ahora)}
            </span>
          )}
          {!edicion.cancelada && (
            <span className={classes(conCabida && libresPara(oferta) <= FEW_SEATS && styles.few)}>
              {conCabida ? cabida : describeCupo(lugares)}
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

/** What the file lacks, which keeps nobody from enrolling: each with the way to its very field and back to the enrolment. */
export function Faltas({
  oferta,
  faltas,
}: {
  oferta: OfertaDeEdicion;
  faltas: readonly FaltaParaInscribirse[];
}) {
  if (faltas.length === 0 || !canStart(oferta)) return null;
  const volver = entradaPath(oferta);
  const n = faltas.length;
  return (
    <p className={styles.lacks}>
      {n === 1 ? 'A su expediente le falta 1 dato' : `A su expediente le faltan ${n} datos`}:{' '}
      {faltas.map(({ que, enlace }, i) => (
        <Fragment key={que}>
          {i > 0 && (i === n - 1 ? ' y ' : ', ')}
          {enlace ? <Link to={returningTo(enlace, volver)}>{que}</Link> : que}
        </Fragment>
      ))}
      . Puede {oferta.edicion.porConvocatoria ? 'participar' : 'inscribirse'} sin{' '}
      {n === 1 ? 'él' : 'ellos'}.
    </p>
  );
}

/** The course's name goes in the link for who hears only the links of the page. */
function Accion({ oferta, describedBy }: { oferta: OfertaDeEdicion; describedBy: string }) {
  const { edicion, inscripcion } = oferta;
  const { porConvocatoria } = edicion;
  const detalle = !canStart(oferta) && (!inscripcion || inscripcion.estado === 'borrador');
  const to = detalle ? ofertaEdicionPath(edicion.id) : entradaPath(oferta);
  const words = (): string => {
    if (inscripcion && inscripcion.estado !== 'borrador') {
      return porConvocatoria ? 'Ver mi solicitud' : 'Ver mi inscripción';
    }
    if (detalle) return 'Ver detalle';
    if (porConvocatoria) return 'Ver la convocatoria';
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

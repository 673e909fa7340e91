import { Preguntar } from '../../../../../platform/web/ayuda.tsx';
import { Link } from '../../../../../platform/web/router.tsx';
import { IconCheckCircle } from '../../../../../platform/web/ui/index.ts';
import type { FaltaParaInscribirse, Oferta as OfertaDeEdicion } from '../../contract.ts';
import { canStart } from '../../rules.ts';
import { Faltas } from './oferta.tsx';
import styles from './ofertas.module.css';

/** How the rules of enrolment answer: whether one meets them, and what is not met. */
type Elegibilidad = {
  readonly cumple: boolean;
  readonly faltas: readonly FaltaParaInscribirse[];
  /** Unmet rules that make the school review the form first. */
  readonly aRevision: readonly FaltaParaInscribirse[];
};

/** Whether one meets what it asks, and otherwise what of it one does not. */
export function Requisitos({
  oferta,
  elegibilidad,
  faltas,
}: {
  oferta: OfertaDeEdicion;
  /** What the rules say of whoever reads it; null: nobody asked. */
  elegibilidad: Elegibilidad | null;
  /** What their file lacks. */
  faltas: readonly FaltaParaInscribirse[];
}) {
  if (elegibilidad && !elegibilidad.cumple) {
    return (
      <div className={styles.lacks}>
        <p>
          {oferta.edicion.porConvocatoria
            ? 'Le falta para participar:'
            : 'Le falta para inscribirse:'}
        </p>
        <Lista faltas={elegibilidad.faltas} />
        <p>
          <Preguntar sobre="curso" id={oferta.edicion.id} />
        </p>
      </div>
    );
  }
  if (elegibilidad && elegibilidad.aRevision.length > 0) {
    return (
      <div className={styles.lacks}>
        <p>Puede inscribirse. La escuela revisará antes de darle lugar:</p>
        <Lista faltas={elegibilidad.aRevision} />
      </div>
    );
  }
  if (!elegibilidad || (faltas.length > 0 && canStart(oferta))) {
    return <Faltas oferta={oferta} faltas={faltas} />;
  }
  return (
    <p className={styles.meets}>
      <IconCheckCircle width="1.1em" height="1.1em" /> Cumple los requisitos
    </p>
  );
}

function Lista({ faltas }: { faltas: readonly FaltaParaInscribirse[] }) {
  return (
    <ul>
      {faltas.map(({ que, enlace }) => (
        <li key={que}>{enlace ? <Link to={enlace}>{que}</Link> : que}</li>
      ))}
    </ul>
  );
}

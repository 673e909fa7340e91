import { Notice } from '../../../../../platform/web/feedback/index.ts';
import type { Problema } from '../../escritura/rules.ts';
import styles from './convocatoria.module.css';

/** What a draft lacks, each with its place; `onGo` takes one there. */
export function Problemas({
  problemas,
  onGo,
}: {
  problemas: readonly Problema[];
  onGo: (donde: string) => void;
}) {
  const faltan = problemas.filter(({ gravedad }) => gravedad === 'impide');
  const consejos = problemas.filter(({ gravedad }) => gravedad === 'aconseja');
  const lista = (de: readonly Problema[]) => (
    <ul className={styles.problemas}>
      {de.map(({ donde, mensaje }) => (
        <li key={`${donde} ${mensaje}`}>
          <button type="button" className={styles.enlace} onClick={() => onGo(donde)}>
            {mensaje}
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <div className={styles.avisos}>
      {faltan.length > 0 && (
        <Notice
          tone="warning"
          title={faltan.length === 1 ? 'Falta 1 dato' : `Faltan ${faltan.length} datos`}
        >
          {lista(faltan)}
        </Notice>
      )}
      {consejos.length > 0 && (
        <Notice tone="info" title="Recomendaciones">
          {lista(consejos)}
        </Notice>
      )}
    </div>
  );
}

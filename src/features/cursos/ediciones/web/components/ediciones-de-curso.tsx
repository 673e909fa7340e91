import { Link } from '../../../../../platform/web/router.tsx';
import { formatNumber, Section } from '../../../../../platform/web/ui/index.ts';
import { edicionesPath, edicionPath } from '../../../routes.ts';
import type { EdicionListada } from '../../contract.ts';
import { EstadoDeEdicion, lugaresDe, periodoDe } from './columnas.tsx';
import styles from './edicion.module.css';

/** The latest editions of a course, and the way to all of them. */
export function EdicionesDeCurso({
  curso,
  ediciones,
  cuantas,
}: {
  curso: { id: string };
  ediciones: readonly EdicionListada[];
  cuantas: number;
}) {
  const all = `${edicionesPath}?${new URLSearchParams({ curso: curso.id })}`;
  return (
    <Section title="Ediciones">
      {ediciones.length === 0 ? (
        <p className={styles.quiet}>Todavía no hay ediciones de este curso.</p>
      ) : (
        <ul className={styles.lista}>
          {ediciones.map((edicion) => (
            <li key={edicion.id}>
              <Link to={edicionPath(edicion.id)}>{edicion.nombre}</Link>
              <EstadoDeEdicion estado={edicion.estado} />
              <span>{periodoDe(edicion)}</span>
              <span className={styles.quiet}>{lugaresDe(edicion)} lugares</span>
            </li>
          ))}
        </ul>
      )}
      {cuantas > ediciones.length && (
        <p>
          <Link to={all}>Ver las {formatNumber(cuantas)} ediciones</Link>
        </p>
      )}
    </Section>
  );
}

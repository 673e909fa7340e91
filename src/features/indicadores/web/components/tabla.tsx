import { Link } from '../../../../platform/web/router.tsx';
import styles from './indicadores.module.css';

/** The numbers of a plot, for whoever would rather read them. */
export function Tabla({
  caption,
  columnas,
  filas,
  enlaces = [],
}: {
  caption: string;
  columnas: readonly string[];
  /** Each begins with what it is of; figures are written as they are to be read. */
  filas: readonly (readonly string[])[];
  /** The list of what each row counts. */
  enlaces?: readonly (string | undefined)[];
}) {
  return (
    <details className={styles.tabla}>
      <summary>Ver como tabla</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must by the keyboard too */}
      <section className={styles.scroller} tabIndex={0} aria-label={caption}>
        <table>
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columnas.map((columna) => (
                <th key={columna} scope="col">
                  {columna}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {filas.map(([nombre = '', ...cifras], fila) => (
              <tr key={`${nombre} ${enlaces[fila] ?? ''}`}>
                <th scope="row">
                  {enlaces[fila] ? <Link to={enlaces[fila]}>{nombre}</Link> : nombre}
                </th>
                {cifras.map((cifra, i) => (
                  <td key={columnas[i + 1]}>{cifra}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

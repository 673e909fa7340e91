import { classes } from '../../../../../platform/web/ui/classes.ts';
import type { DictamenAbierto } from '../../dictamenes/contract.ts';
import { PIEZA_CARTAS } from '../../dictamenes/rules.ts';
import styles from './dictamen.module.css';

type Contenido = NonNullable<DictamenAbierto['contenido']>;

/** What the criteria look at; `miradas`: the pieces of the criterion that is being scored. */
export function Piezas({
  contenido: { piezas, cartas },
  miradas,
}: {
  contenido: Contenido;
  miradas: readonly string[];
}) {
  const classOf = (clave: string) =>
    classes(styles.pieza, miradas.includes(clave) && styles.mirada);
  if (piezas.length === 0 && cartas === null) {
    return <p className={styles.quiet}>Ningún criterio mira un campo de la solicitud.</p>;
  }
  return (
    <>
      {piezas.map(({ clave, titulo, datos }) => (
        <section key={clave} className={classOf(clave)}>
          <h3>{datos.length === 1 ? datos[0]!.etiqueta : titulo}</h3>
          {datos.length === 1 ? (
            <p className={styles.texto}>{datos[0]!.valor}</p>
          ) : (
            <dl className={styles.datos}>
              {datos.map(({ etiqueta, valor }) => (
                <div key={etiqueta}>
                  <dt>{etiqueta}</dt>
                  <dd className={styles.texto}>{valor}</dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      ))}
      {cartas && (
        <section className={classOf(PIEZA_CARTAS)}>
          <h3>Cartas de recomendación</h3>
          {cartas.length === 0 && <p className={styles.quiet}>No se recibió ninguna.</p>}
          {cartas.map((carta, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they neither move nor change
            <article key={at} className={styles.carta}>
              <h4>
                Carta {at + 1} · {carta.relacion}
              </h4>
              {carta.trato && <p className={styles.quiet}>{carta.trato}</p>}
              <p className={styles.texto}>{carta.texto}</p>
              <dl className={styles.valoraciones}>
                {carta.valoraciones.map(({ etiqueta, valor }) => (
                  <div key={etiqueta}>
                    <dt>{etiqueta}</dt>
                    <dd>{valor}</dd>
                  </div>
                ))}
              </dl>
            </article>
          ))}
        </section>
      )}
    </>
  );
}

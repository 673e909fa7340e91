import type { ReactNode } from 'react';
import { useTitle } from '../../../../../platform/web/keep-alive/index.ts';
import { PageHeading } from '../../../../../platform/web/ui/index.ts';
import styles from './texto-legal.module.css';

/** One numbered section of a legal text; paragraphs are strings, lists are arrays of strings. */
export type Apartado = { titulo: string; cuerpo: readonly (string | readonly string[])[] };

/** A legal text with its version, at a reading width. */
export function TextoLegal({
  titulo,
  resumen,
  version,
  apartados,
}: {
  titulo: string;
  resumen: ReactNode;
  version: string;
  apartados: readonly Apartado[];
}) {
  useTitle(titulo);
  return (
    <article className={styles.texto}>
      <PageHeading title={titulo} lead={resumen} />
      <p className={styles.version}>Versión {version}</p>
      {apartados.map((apartado, i) => (
        <section key={apartado.titulo}>
          <h2>
            {i + 1}. {apartado.titulo}
          </h2>
          {apartado.cuerpo.map((parte) =>
            typeof parte === 'string' ? (
              <p key={parte}>{parte}</p>
            ) : (
              <ul key={parte[0]}>
                {parte.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </article>
  );
}

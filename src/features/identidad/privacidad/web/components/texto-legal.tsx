import type { ReactElement, ReactNode } from 'react';
import { useTitle } from '../../../../../platform/web/keep-alive/index.ts';
import { PageHeading } from '../../../../../platform/web/ui/index.ts';
import styles from './texto-legal.module.css';

/** A sentence or more; one with links is an element with a `key`. */
type Texto = string | ReactElement;

/** One numbered section of a legal text; paragraphs are texts, lists are arrays of texts. */
export type Apartado = { titulo: string; cuerpo: readonly (Texto | readonly Texto[])[] };

const keyOf = (texto: Texto) => (typeof texto === 'string' ? texto : texto.key);
const isLista = (parte: Texto | readonly Texto[]): parte is readonly Texto[] =>
  Array.isArray(parte);

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
            isLista(parte) ? (
              <ul key={parte[0] && keyOf(parte[0])}>
                {parte.map((item) => (
                  <li key={keyOf(item)}>{item}</li>
                ))}
              </ul>
            ) : (
              <p key={keyOf(parte)}>{parte}</p>
            ),
          )}
        </section>
      ))}
    </article>
  );
}

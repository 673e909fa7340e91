import type { ReactElement, ReactNode } from 'react';
import { formatFecha } from '../../../../../platform/shared/dates.ts';
import { useTitle } from '../../../../../platform/web/keep-alive/title.ts';
import { PageHeading } from '../../../../../platform/web/ui/index.ts';
import { type Publicacion, vigente } from '../../rules.ts';
import styles from './texto-legal.module.css';

/** A sentence or more; one with links is an element with a `key`. */
type Texto = string | ReactElement;

/** One numbered section of a legal text; paragraphs are texts, lists are arrays of texts. */
export type Apartado = { titulo: string; cuerpo: readonly (Texto | readonly Texto[])[] };

const keyOf = (texto: Texto) => (typeof texto === 'string' ? texto : texto.key);
const isLista = (parte: Texto | readonly Texto[]): parte is readonly Texto[] =>
  Array.isArray(parte);

/** The sections of a legal text. */
export function Apartados({
  apartados,
  level = 2,
}: {
  apartados: readonly Apartado[];
  level?: 2 | 3;
}) {
  const Heading = `h${level}` as const;
  return apartados.map((apartado, i) => (
    <section key={apartado.titulo}>
      <Heading>
        {i + 1}. {apartado.titulo}
      </Heading>
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
  ));
}

/** «Versión 2026-11. Última actualización: 1 de noviembre de 2026.» */
export function VersionDe({ version, publicada }: Pick<Publicacion, 'version' | 'publicada'>) {
  return (
    <p className={styles.version}>
      Versión {version}. Última actualización: {formatFecha(publicada)}.
    </p>
  );
}

/** What each version changed, the newest first. */
function Versiones({ publicadas }: { publicadas: readonly Publicacion[] }) {
  return (
    <details className={styles.historia}>
      <summary>Qué cambió en cada versión</summary>
      {[...publicadas].reverse().map(({ version, publicada, cambios }) => (
        <section key={version}>
          <h3>
            Versión {version}, del {formatFecha(publicada)}
          </h3>
          {cambios.length === 0 ? (
            <p>Es la primera que se publicó.</p>
          ) : (
            <ul>
              {cambios.map((cambio) => (
                <li key={cambio}>{cambio}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </details>
  );
}

/** A legal text with its versions, at a reading width. */
export function TextoLegal({
  titulo,
  resumen,
  publicadas,
  apartados,
}: {
  titulo: string;
  resumen: ReactNode;
  publicadas: readonly [Publicacion, ...Publicacion[]];
  apartados: readonly Apartado[];
}) {
  useTitle(titulo);
  return (
    <article className={styles.texto}>
      <PageHeading title={titulo} lead={resumen} />
      <VersionDe {...vigente(publicadas)} />
      <Apartados apartados={apartados} />
      <Versiones publicadas={publicadas} />
    </article>
  );
}

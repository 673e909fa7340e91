import { Link } from '../../../../../platform/web/router.tsx';
import type { Tone } from '../../../../../platform/web/ui/estado.tsx';
import { EstadoBadge, Folio, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { type ListaValidada as Lista, MAX_FOLIOS } from '../../lista/rules.ts';
import { Lista as Formulario } from './lista.tsx';
import styles from './validacion.module.css';

/** How each document of a list stands: every line, in its order. */
export function ListaValidada({ lista: { lineas, sobran } }: { lista: Lista }) {
  return (
    <>
      <PageHeading
        title="Lista de folios"
        lead={lineas.length === 1 ? '1 línea revisada.' : `${lineas.length} líneas revisadas.`}
      />
      {sobran > 0 && (
        <p>
          Se revisan {MAX_FOLIOS} por lista: faltan {sobran}, que no se revisaron.
        </p>
      )}
      {lineas.length > 0 && (
        <ol className={styles.lineas}>
          {lineas.map(({ texto, resultado, tono, documento, titular, enlace }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: in the order of the list, drawn once
            <li key={i}>
              {enlace === null ? (
                <span>{texto}</span>
              ) : (
                <Link to={enlace}>
                  <Folio>{texto}</Folio>
                </Link>
              )}{' '}
              <EstadoBadge tone={tono as Tone}>{resultado}</EstadoBadge>{' '}
              {[documento, titular].filter(Boolean).join(' · ')}
            </li>
          ))}
        </ol>
      )}
      <Formulario inicial={lineas.map(({ texto }) => texto).join('\n')} />
    </>
  );
}

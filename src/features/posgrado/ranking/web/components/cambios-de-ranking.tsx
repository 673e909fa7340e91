import { useState } from 'react';
import { groupByFour } from '../../../../../platform/shared/ids.ts';
import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { Button, Folio } from '../../../../../platform/web/ui/index.ts';
import { SOLICITUD } from '../../../estados.ts';
import type { DetalleDeRanking } from '../../contract.ts';
import { formatPuntos } from '../../rules.ts';
import { CAMBIOS_POR_PAGINA, type Cambio, useCambios } from '../hooks.ts';
import styles from './ranking.module.css';

const lado = (uno: Cambio['antes']): string =>
  uno === null
    ? 'No estaba'
    : [
        ...(uno.posicion === null ? [] : [`Posición ${uno.posicion}`]),
        ...(uno.total === null ? [] : [formatPuntos(uno.total)]),
        SOLICITUD.palabra(uno.estado),
      ].join(' · ');

/** What a ranking changes of the one that it is compared with, once it is asked for. */
export function CambiosDeRanking({
  id,
  contra: { numero, cambios },
}: {
  id: string;
  contra: NonNullable<DetalleDeRanking['contra']>;
}) {
  const [abierto, setAbierto] = useState(false);
  return (
    <details
      className={styles.plegado}
      onToggle={({ currentTarget }) => setAbierto(currentTarget.open)}
    >
      <summary>
        Cambios respecto del ranking {numero} ({cambios})
      </summary>
      {abierto && <Tabla id={id} numero={numero} />}
    </details>
  );
}

function Tabla({ id, numero }: { id: string; numero: number }) {
  const [pagina, setPagina] = useState(1);
  const query = useCambios(id, pagina);
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) {
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  }
  const { total, filas } = query.data;
  const paginas = Math.ceil(total / CAMBIOS_POR_PAGINA);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where it is narrow */}
      <section className={styles.caja} aria-label="Cambios" tabIndex={0}>
        <table className={styles.tabla}>
          <caption>Cambios respecto del ranking {numero}</caption>
          <thead>
            <tr>
              <th scope="col">Folio</th>
              <th scope="col">Antes</th>
              <th scope="col">Ahora</th>
            </tr>
          </thead>
          <tbody>
            {filas.map(({ folio, antes, despues }) => (
              <tr key={folio}>
                <th scope="row" className={styles.folio}>
                  <Folio>{groupByFour(folio)}</Folio>
                </th>
                <td>{lado(antes)}</td>
                <td>{lado(despues)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {paginas > 1 && (
        <div className={styles.botones}>
          <Button disabled={pagina === 1} onClick={() => setPagina(pagina - 1)}>
            Anteriores
          </Button>
          <Button disabled={pagina === paginas} onClick={() => setPagina(pagina + 1)}>
            Siguientes
          </Button>
          <p aria-live="polite">
            Página {pagina} de {paginas}
          </p>
        </div>
      )}
    </>
  );
}

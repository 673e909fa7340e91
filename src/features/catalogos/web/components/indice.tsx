import { useId } from 'react';
import { Link } from '../../../../platform/web/router.tsx';
import { formatNumber } from '../../../../platform/web/ui/index.ts';
import { CATALOGOS, type Catalogo, type CatalogoId } from '../../definiciones/rules.ts';
import { catalogoPath } from '../../routes.ts';
import { useCatalogos } from '../hooks.ts';
import styles from './catalogos.module.css';

const groups = (): [string, Catalogo[]][] => {
  const found = new Map<string, Catalogo[]>();
  for (const catalogo of CATALOGOS) {
    found.set(catalogo.grupo, [...(found.get(catalogo.grupo) ?? []), catalogo]);
  }
  return [...found];
};

/** All the catalogs, by what they are about, with how many active items each has. */
export function Indice({ elegido, onGo }: { elegido: CatalogoId | null; onGo?: () => void }) {
  const id = useId();
  const { data } = useCatalogos();
  const counts = new Map(data?.map((one) => [one.id, one.activos]));
  return (
    <nav className={styles.index} aria-label="Catálogos">
      {groups().map(([grupo, catalogos], i) => (
        <div key={grupo}>
          <h2 id={`${id}-${i}`}>{grupo}</h2>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
          <ul role="list" aria-labelledby={`${id}-${i}`}>
            {catalogos.map((catalogo) => (
              <li key={catalogo.id}>
                <Link
                  to={catalogoPath(catalogo.id)}
                  onClick={onGo}
                  aria-current={catalogo.id === elegido ? 'true' : undefined}
                >
                  <span>{catalogo.titulo}</span>
                  <span className={styles.count}>
                    {counts.has(catalogo.id) && formatNumber(counts.get(catalogo.id) ?? 0)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

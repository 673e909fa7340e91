import { Link } from '../../../../platform/web/router.tsx';
import { formatNumber } from '../../../../platform/web/ui/index.ts';
import type { Uso } from '../../contract.ts';
import styles from './catalogos.module.css';

/** Where an item is used: how many of each, and the first of them. */
export function Usos({ usos, onGo }: { usos: readonly Uso[]; onGo?: () => void }) {
  return (
    <ul className={styles.usos}>
      {usos.map(({ texto, cuantos, ejemplos }) => (
        <li key={texto}>
          {texto}
          <ul>
            {ejemplos.map((ejemplo) => (
              <li key={ejemplo.texto}>
                {ejemplo.enlace ? (
                  <Link to={ejemplo.enlace} onClick={onGo}>
                    {ejemplo.texto}
                  </Link>
                ) : (
                  ejemplo.texto
                )}
              </li>
            ))}
            {cuantos > ejemplos.length && <li>y {formatNumber(cuantos - ejemplos.length)} más</li>}
          </ul>
        </li>
      ))}
    </ul>
  );
}

import type { ReactNode } from 'react';
import {
  EstadoBadge,
  formatBytes,
  formatDate,
  formatDateTime,
  formatNumber,
} from '../../../../../platform/web/ui/index.ts';
import type { CopiaDatos } from '../../contract.ts';
import styles from './copias.module.css';

/** What a copy holds, in a line: «152 registros y 8 archivos; 3.1 MB». */
export const sayCopia = ({ filas, archivos, bytes }: CopiaDatos): string =>
  `${formatNumber(filas)} ${filas === 1 ? 'registro' : 'registros'} y ${
    archivos === 0
      ? 'ningún archivo'
      : `${formatNumber(archivos)} ${archivos === 1 ? 'archivo' : 'archivos'}`
  }; ${formatBytes(bytes)}`;

/** A copy of a list of them; `children`: what may be done with it until it is over. */
export function FilaCopia({ copia, children }: { copia: CopiaDatos; children: ReactNode }) {
  return (
    <li className={styles.copia}>
      <div>
        <p className={styles.when}>Copia del {formatDateTime(copia.creadoEn)}</p>
        <p className={styles.what}>
          {sayCopia(copia)}
          {!copia.vencida && `. Hasta el ${formatDate(copia.venceEn)}`}
        </p>
      </div>
      {copia.vencida ? <EstadoBadge tone="neutral">Venció y se borró</EstadoBadge> : children}
    </li>
  );
}

import type { ReactNode } from 'react';
import { Link } from '../../../../platform/web/router.tsx';
import { edicionesConPath } from '../../../cursos/routes.ts';
import styles from './indicadores.module.css';

type Filtros = Parameters<typeof edicionesConPath>[0];

/** Of which editions the figures are, as the list of editions calls its filters. */
export type Cuales = Pick<Filtros, 'tipo' | 'area' | 'curso'>;

/** Goes from a plot to the editions that it is about. */
export function VerEdiciones({ cuales, children }: { cuales: Filtros; children: ReactNode }) {
  return (
    <p className={styles.ver}>
      <Link to={edicionesConPath(cuales)}>{children}</Link>
    </p>
  );
}

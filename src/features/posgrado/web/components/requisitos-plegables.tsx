import { useState } from 'react';
import { cumplidosDe } from '../../../../platform/shared/requisitos.ts';
import type { ResultadoRegla } from '../../../plantillas/reglas/contract.ts';
import { requisitoDe } from '../../../plantillas/reglas/rules.ts';
import { Requisitos } from '../../../plantillas/web/components/requisitos.tsx';
import styles from './posgrado.module.css';

/** The requirements beside a form; on a telephone one line that opens. */
export function RequisitosPlegables({
  evaluacion,
  volver,
  plegado = false,
}: {
  evaluacion: readonly ResultadoRegla[];
  volver: string;
  /** Closed at any width, in the card of a call. */
  plegado?: boolean;
}) {
  const [wide] = useState(() => window.matchMedia('(min-width: 75.01em)').matches);
  const Heading = plegado ? 'h3' : 'h2';
  const { cumplidos, pedidos } = cumplidosDe(evaluacion.map(requisitoDe));
  return (
    <details className={styles.requisitos} open={wide && !plegado}>
      <summary>
        <Heading>
          Requisitos{' '}
          <span className={styles.cuenta}>
            {cumplidos} de {pedidos} cumplidos
          </span>
        </Heading>
      </summary>
      <Requisitos
        evaluacion={evaluacion}
        volver={volver}
        sinReglas="La convocatoria no pide otros requisitos."
      />
    </details>
  );
}

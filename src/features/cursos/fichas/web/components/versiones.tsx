import type { OutputOf } from '../../../../../platform/shared/callable.ts';
import { formatDateTime, Section } from '../../../../../platform/web/ui/index.ts';
import type { getCursoGuardado } from '../../contract.ts';
import styles from './curso.module.css';

type Version = OutputOf<typeof getCursoGuardado>['versiones'][number];

const bajoElla = (n: number): string =>
  n === 0
    ? 'Ninguna edición se imparte con ella.'
    : n === 1
      ? '1 edición se imparte con ella.'
      : `${n} ediciones se imparten con ella.`;

/** What a course has said, the newest first. */
export function Versiones({ versiones }: { versiones: readonly Version[] }) {
  return (
    <Section
      title="Versiones"
      lead="Una edición que comenzó conserva lo que el curso decía entonces; las que no han comenzado siguen a la más reciente."
    >
      <ol className={styles.versiones} reversed start={versiones[0]?.numero ?? 1}>
        {versiones.map(({ numero, creadoEn, cambios, ediciones }) => (
          <li key={numero}>
            <h3>
              Versión {numero} <small>{formatDateTime(creadoEn)}</small>
            </h3>
            {cambios.length === 0 ? (
              <p>{numero === 1 ? 'La primera.' : 'Sin cambios que se lean.'}</p>
            ) : (
              <ul>
                {cambios.map((cambio) => (
                  <li key={cambio}>{cambio}</li>
                ))}
              </ul>
            )}
            <p className={styles.quiet}>{bajoElla(ediciones)}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

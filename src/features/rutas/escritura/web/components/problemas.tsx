import { Notice } from '../../../../../platform/web/feedback/index.ts';
import type { Problema } from '../../../rules.ts';
import styles from '../../../web/components/ruta.module.css';

/** What is wrong with the route as it is; a circle step by step. */
export function Problemas({ problemas }: { problemas: readonly Problema[] }) {
  if (problemas.length === 0) return null;
  const grave = problemas.some(({ soloAlPublicar }) => !soloAlPublicar);
  return (
    <Notice
      tone={grave ? 'danger' : 'warning'}
      title={grave ? 'Así no se puede guardar' : 'Falta para publicarla'}
    >
      <ul className={styles.problemas}>
        {problemas.map(({ clave, donde, texto, pasos }) => (
          <li key={`${clave} ${donde} ${texto}`}>
            {texto}
            {pasos && (
              <ol>
                {pasos.map((paso) => (
                  <li key={paso}>{paso}</li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

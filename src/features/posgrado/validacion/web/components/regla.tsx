import { REQUISITO } from '../../../../../platform/shared/requisitos.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { EstadoBadge } from '../../../../../platform/web/ui/index.ts';
import type { ResultadoRegla } from '../../../../plantillas/reglas/contract.ts';
import { requisitoDe } from '../../../../plantillas/reglas/rules.ts';
import styles from './validacion.module.css';

/** What a rule found, condition by condition, with where it is seen in the file. */
export function Regla({ regla }: { regla: ResultadoRegla }) {
  const [palabra, tono] = REQUISITO[requisitoDe(regla)];
  return (
    <div className={styles.regla}>
      <EstadoBadge tone={tono}>{palabra}</EstadoBadge>
      <ul className={styles.condiciones}>
        {regla.condiciones
          .filter(({ grupo }) => !grupo)
          .map(({ texto, encontrado, remedio }) => (
            <li key={texto}>
              {texto}. Encontrado: {encontrado ?? 'sin dato'}.
              {remedio && (
                <>
                  {' '}
                  <Link to={remedio.enlace}>{remedio.texto}</Link>
                </>
              )}
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Rules that only warn and were not met. */
export const Advertencias = ({ advertencias }: { advertencias: readonly ResultadoRegla[] }) => (
  <ul className={styles.condiciones}>
    {advertencias.map(({ clave, descripcion, mensaje, detalle }) => (
      <li key={clave}>
        <strong>{descripcion}</strong> {mensaje} {detalle}
      </li>
    ))}
  </ul>
);

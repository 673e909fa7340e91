import { quoted } from '../../../../../platform/shared/quotation.ts';
import { EstadoBadge } from '../../../../../platform/web/ui/index.ts';
import { describeRegla } from '../../../frases/rules.ts';
import type { HechoDeclarado, Regla } from '../../../reglas/contract.ts';
import { EFECTO } from '../../rules.ts';
import styles from './reglas.module.css';

export const TONO_EFECTO = {
  impide: 'danger',
  revision: 'warning',
  advierte: 'warning',
  prioriza: 'info',
} as const;

/** The rules of a version that does not change any more, as sentences. */
export function ReglasLeidas({
  reglas,
  hechos,
}: {
  reglas: readonly Regla[];
  hechos: readonly HechoDeclarado[];
}) {
  if (reglas.length === 0) return <p>No tiene reglas: cualquiera puede inscribirse.</p>;
  return (
    <ol className={styles.reglas}>
      {reglas.map((regla, at) => (
        <li key={regla.clave} className={styles.regla}>
          <div className={styles.reglaCabeza}>
            <div className={styles.abre}>
              <span>
                {at + 1}. {regla.descripcion}
              </span>
              <small>{describeRegla(regla, hechos)}</small>
              {regla.mensaje && <small>Mensaje: {quoted(regla.mensaje)}.</small>}
            </div>
            <EstadoBadge tone={TONO_EFECTO[regla.efecto]}>{EFECTO[regla.efecto]}</EstadoBadge>
          </div>
        </li>
      ))}
    </ol>
  );
}

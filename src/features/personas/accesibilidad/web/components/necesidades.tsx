import { APOYOS, type Necesidades } from '../../rules.ts';
import styles from './accesibilidad.module.css';

/** What somebody needs, in words. */
export function Dichas({ necesidades: { apoyos, detalle } }: { necesidades: Necesidades }) {
  return (
    <>
      {apoyos.length > 0 && (
        <ul>
          {APOYOS.filter(({ value }) => apoyos.includes(value)).map(({ value, label }) => (
            <li key={value}>{label}</li>
          ))}
        </ul>
      )}
      {detalle && <p className={styles.detail}>{detalle}</p>}
    </>
  );
}

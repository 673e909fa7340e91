import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import type { Apartados } from '../../../apartados/contract.ts';
import type { Parte } from '../../../apartados/rules.ts';
import { tabPath } from '../../../routes.ts';
import { abrirOf, faltasDe } from '../../rules.ts';
import styles from './faltantes.module.css';

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('es-MX') + text.slice(1);

/** What a tab of a file lacks and for what, each with the way to the form where it is mended. */
export function Faltantes({
  clave,
  parte,
  data,
}: {
  clave: string;
  parte: Parte;
  data: Apartados;
}) {
  const faltas = faltasDe(data).filter((falta) => falta.parte === parte);
  if (faltas.length === 0) return null;
  const n = faltas.length;
  return (
    <div className={styles.faltantes}>
      <Notice
        tone="warning"
        title={n === 1 ? 'En esta parte falta un dato' : `En esta parte faltan ${n} datos`}
      >
        <ul>
          {faltas.map((falta) => (
            <li key={falta.que}>
              {falta.apartado ? (
                <Link to={tabPath(clave, parte, abrirOf(falta))}>{capital(falta.que)}</Link>
              ) : (
                <b>{capital(falta.que)}</b>
              )}
              . {falta.para}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

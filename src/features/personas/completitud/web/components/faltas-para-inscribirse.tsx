import { useId } from 'react';
import { VOLVER } from '../../../../../platform/shared/volver.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { useApartados } from '../../../apartados/web/hooks.ts';
import { tabPath } from '../../../routes.ts';
import { abrirOf, faltasParaInscribirse } from '../../rules.ts';
import styles from './faltantes.module.css';

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('es-MX') + text.slice(1);

/** What somebody's own file lacks to enrol in a course: each leads to its very field, and back from there. */
export function FaltasParaInscribirse({
  clave,
  presencial,
  volver,
}: {
  clave: string;
  presencial: boolean;
  /** The address of the enrolment. */
  volver: string;
}) {
  const id = useId();
  const { data } = useApartados(clave, true);
  const faltas = data ? faltasParaInscribirse(data, { presencial }) : [];
  if (faltas.length === 0) return null;
  const n = faltas.length;
  return (
    <section className={styles.inscribirse} aria-labelledby={id}>
      <h2 id={id}>Su expediente</h2>
      <p>
        {n === 1 ? 'Le falta 1 dato' : `Le faltan ${n} datos`} para esta inscripción. Puede enviarla
        así;
        {n === 1 ? ' complételo' : ' complételos'} en cuanto pueda.
      </p>
      <ul>
        {faltas.map((falta) => (
          <li key={falta.que}>
            {falta.apartado ? (
              <Link to={tabPath(clave, falta.parte, { ...abrirOf(falta), [VOLVER]: volver })}>
                {capital(falta.que)}
              </Link>
            ) : (
              <b>{capital(falta.que)}</b>
            )}
            . <span className={styles.para}>{falta.para}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

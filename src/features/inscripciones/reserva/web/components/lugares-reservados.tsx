import { useId } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import type { Reserva } from '../../../contract.ts';
import styles from './lugares-reservados.module.css';

const quedan = (n: number): string =>
  n === 0 ? 'ya no quedan lugares' : n === 1 ? 'queda 1 lugar' : `quedan ${n} lugares`;

/** Which seats are kept for whom and until when, those of whoever reads it first. */
export function LugaresReservados({ reserva: { deTodas, cupos } }: { reserva: Reserva }) {
  const id = useId();
  const ordered = [...cupos.filter(({ propio }) => propio), ...cupos.filter((one) => !one.propio)];
  return (
    <section className={styles.reserva} aria-labelledby={id}>
      <h2 id={id}>Cómo se reparten los lugares</h2>
      <ul>
        {ordered.map(({ nombre, lugares, libres, hasta, propio }) => (
          <li key={nombre}>
            {propio ? (
              <>
                <strong>Para su grupo, {nombre}:</strong> {quedan(libres)} de {lugares}.
              </>
            ) : (
              <>
                Para {nombre}: {quedan(libres)} de {lugares}.
              </>
            )}{' '}
            {libres > 0 &&
              (hasta === null
                ? 'No pasan a otras personas.'
                : `Se guardan hasta el ${formatMomento(new Date(hasta))}; después son de todas las personas.`)}
          </li>
        ))}
        <li>Para todas las personas: {quedan(deTodas)}.</li>
      </ul>
    </section>
  );
}

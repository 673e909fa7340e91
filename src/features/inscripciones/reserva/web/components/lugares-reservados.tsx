import { useId } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import type { Reserva } from '../../../contract.ts';
import styles from './lugares-reservados.module.css';

const quedan = (n: number): string =>
  n === 0 ? 'ya no quedan lugares' : n === 1 ? 'queda 1 lugar' : `quedan ${n} lugares`;

/** How seats are given out, as a section of a screen. */
export function LugaresReservados({ reserva }: { reserva: Reserva }) {
  const id = useId();
  return (
    <section className={styles.reserva} aria-labelledby={id}>
      <h2 id={id}>Cómo se reparten los lugares</h2>
      <RepartoDeLugares reserva={reserva} />
    </section>
  );
}

/**
 * Which seats are kept for whom and until when, those of whoever reads it first. `breve`: where there are many, only theirs;
 * those of others while there is none for them, for they may be everybody's later.
 */
export function RepartoDeLugares({
  reserva: { deTodas, paraUsted, cupos },
  breve = false,
}: {
  reserva: Reserva;
  breve?: boolean;
}) {
  const propios = cupos.filter(({ propio }) => propio);
  const ajenos = cupos.filter((one) => !one.propio);
  const porLiberar = ajenos.filter(({ hasta, libres }) => hasta !== null && libres > 0);
  const otros = breve ? (paraUsted === 0 ? porLiberar.slice(0, MAX_BREVE) : []) : ajenos;
  return (
    <ul className={styles.lista}>
      {[...propios, ...otros].map((cupo) => (
        <Cupo key={cupo.nombre} cupo={cupo} />
      ))}
      <li>Para todas las personas: {quedan(deTodas)}.</li>
    </ul>
  );
}

/** Quotas of others that a card names. */
const MAX_BREVE = 2;

function Cupo({
  cupo: { nombre, lugares, libres, hasta, propio },
}: {
  cupo: Reserva['cupos'][number];
}) {
  return (
    <li>
      {propio ? <strong>Reservados para usted ({nombre}):</strong> : `Reservados para ${nombre}:`}{' '}
      {quedan(libres)} de {lugares}.{' '}
      {libres > 0 &&
        (hasta === null
          ? 'No pasan a otras personas.'
          : `Se guardan hasta el ${formatMomento(new Date(hasta))}; después son de todas las personas.`)}
    </li>
  );
}

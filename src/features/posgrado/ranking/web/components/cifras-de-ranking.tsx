import { Section } from '../../../../../platform/web/ui/index.ts';
import type { DetalleDeRanking } from '../../contract.ts';
import { formatPuntos } from '../../rules.ts';
import styles from './ranking.module.css';

const ORDENES = {
  minimo: 'Lugares reservados primero.',
  adicional: 'Lugares generales primero.',
} as const;

/** A ranking in figures: who gets in, what each stage let pass, how it was computed. */
export function CifrasDeRanking({ detalle }: { detalle: DetalleDeRanking }) {
  const { cuantas, lugares, ultima, cupos } = detalle;
  const cifras = [
    ['Admitidas', `${cuantas.admitida} de ${lugares}`],
    ['Lista de espera', cuantas.listaDeEspera],
    ['No admitidas', cuantas.noAdmitida],
    ['Con empate', cuantas.empatadas],
    ['Última puntuación admitida', ultima === null ? '—' : formatPuntos(ultima)],
    ...cupos.map(({ nombre, lugares: suyos, ocupados }) => [
      `Lugares reservados: ${nombre}`,
      `${ocupados} de ${suyos}`,
    ]),
  ] as const;
  return (
    <Section title="Resumen">
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list" className={styles.cifras}>
        {cifras.map(([label, value]) => (
          <li key={label}>
            <strong>{value}</strong>
            <span>{label}</span>
          </li>
        ))}
      </ul>
      <Etapas detalle={detalle} />
      <details className={styles.calculo}>
        <summary>Fórmula y desempates</summary>
        <p>{detalle.formula}</p>
        <p>En caso de empate deciden, en este orden: {detalle.desempates.join('; ')}.</p>
        {cupos.length > 0 && <p>{ORDENES[detalle.orden]}</p>}
      </details>
    </Section>
  );
}

function Etapas({ detalle: { etapas } }: { detalle: DetalleDeRanking }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where it is narrow
    <section className={styles.caja} aria-label="Etapas" tabIndex={0}>
      <table className={styles.tabla}>
        <caption>Etapas</caption>
        <thead>
          <tr>
            <th scope="col">Etapa</th>
            <th scope="col">Peso</th>
            <th scope="col">Mínimo</th>
            <th scope="col">Corte</th>
            <th scope="col">Llegaron</th>
            <th scope="col">Pasaron</th>
          </tr>
        </thead>
        <tbody>
          {etapas.map(({ id, nombre, peso, minimo, corte, llegan, pasan }) => (
            <tr key={id}>
              <th scope="row">{nombre}</th>
              <td>{peso === 0 ? '—' : `${peso}\u00a0%`}</td>
              <td>{minimo === null ? '—' : formatPuntos(minimo)}</td>
              <td>{corte ?? '—'}</td>
              <td>{llegan}</td>
              <td>{pasan}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

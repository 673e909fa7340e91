import { formatNumber, Section } from '../../../../../platform/web/ui/index.ts';
import type { CategoriaSuprimida } from '../../../contract.ts';
import styles from './supresion.module.css';

const records = (n: number) => `${formatNumber(n)} ${n === 1 ? 'registro' : 'registros'}`;

/** What a cancellation erases and keeps, and on what ground; `cumplida`: it was done. */
export function CategoriasSuprimidas({
  categorias,
  cumplida,
}: {
  categorias: readonly CategoriaSuprimida[];
  cumplida: boolean;
}) {
  const [gone, kept] = [
    categorias.filter(({ borra }) => borra > 0),
    categorias.filter(({ conserva }) => conserva > 0),
  ];
  return (
    <>
      {gone.length > 0 && (
        <Section title={cumplida ? 'Qué se borró' : 'Qué se borra'}>
          <ul className={styles.list}>
            {gone.map(({ id, titulo, borra }) => (
              <li key={id}>
                <p>{titulo}</p>
                <p className={styles.quiet}>{records(borra)}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {kept.length > 0 && (
        <Section title="Datos que se conservan">
          <ul className={styles.list}>
            {kept.map(({ id, titulo, conserva, fundamento }) => (
              <li key={id}>
                <p>
                  {titulo}
                  <span className={styles.ground}>{fundamento}</span>
                </p>
                <p className={styles.quiet}>{records(conserva)}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

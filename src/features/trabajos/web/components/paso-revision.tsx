import { Notice } from '../../../../platform/web/feedback/index.ts';
import { Button, EstadoBadge, formatNumber } from '../../../../platform/web/ui/index.ts';
import type { HojaDescrita, VistaPrevia } from '../../contract.ts';
import type { Importacion } from '../hooks.ts';
import styles from './importacion.module.css';

const rows = (n: number) => (n === 1 ? '1 fila' : `${formatNumber(n)} filas`);
const errors = (n: number) => (n === 1 ? '1 error' : `${formatNumber(n)} errores`);

const summary = ({ revisadas, completa, errores, avisos }: VistaPrevia) => {
  const seen = completa ? `las ${rows(revisadas)} del archivo` : `las primeras ${rows(revisadas)}`;
  const later = completa ? '' : ' Las demás se revisan al importar.';
  if (errores > 0) {
    return {
      tone: 'danger' as const,
      title: `Hay ${errors(errores)}`,
      text: `Se revisaron ${seen}. Corrija el archivo y vuelva a elegirlo: mientras haya errores no se importa ninguna fila.`,
    };
  }
  return {
    tone: avisos > 0 ? ('warning' as const) : ('success' as const),
    title: avisos > 0 ? 'Sin errores, con avisos' : 'Sin errores',
    text: `Se revisaron ${seen}.${later}${avisos > 0 ? ' Los avisos no impiden importar.' : ''}`,
  };
};

/** Third step: how the file was understood, and what is wrong in it. */
export function PasoRevision({
  importacion,
  hoja,
}: {
  importacion: Importacion;
  hoja: HojaDescrita;
}) {
  const { vista, start, goTo, busy, error } = importacion;
  if (!vista) return null;
  const { tone, title, text } = summary(vista);
  return (
    <div className={styles.step}>
      {/* The result of pressing "Revisar": a screen reader must hear it. */}
      <div role="status">
        <Notice tone={tone} title={title}>
          <p>{text}</p>
        </Notice>
      </div>
      {error && (
        <div role="alert">
          <Notice tone="danger" title="No se pudo empezar">
            <p>{error}</p>
          </Notice>
        </div>
      )}
      {vista.problemas.length > 0 && <Problemas vista={vista} hoja={hoja} />}
      <Muestra vista={vista} hoja={hoja} />
      <div className={styles.actions}>
        <Button
          variant={vista.errores > 0 ? 'secondary' : 'primary'}
          busy={busy}
          onClick={() => void start()}
        >
          {vista.errores > 0
            ? 'Obtener el informe de todos los errores'
            : `Importar ${vista.completa ? rows(vista.revisadas) : 'todas las filas'}`}
        </Button>
        <Button onClick={() => goTo('columnas')}>Corregir las columnas</Button>
        <Button onClick={() => goTo('archivo')}>Elegir otro archivo</Button>
      </div>
    </div>
  );
}

function Problemas({ vista, hoja }: { vista: VistaPrevia; hoja: HojaDescrita }) {
  const headers = new Map(hoja.columnas.map((column) => [column.key, column.header]));
  const all = vista.errores + vista.avisos;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={styles.scroller} tabIndex={0} aria-label="Errores y avisos">
      <table className={styles.table}>
        <caption>
          {all > vista.problemas.length
            ? `Los primeros ${vista.problemas.length} de ${formatNumber(all)} errores y avisos`
            : 'Errores y avisos'}
        </caption>
        <thead>
          <tr>
            <th scope="col">Fila</th>
            <th scope="col">Columna</th>
            <th scope="col">Lo que dice</th>
            <th scope="col">Qué hacer</th>
          </tr>
        </thead>
        <tbody>
          {vista.problemas.map((problem, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
            <tr key={i}>
              <td className={styles.number}>{formatNumber(problem.fila)}</td>
              <td>{problem.columna === null ? 'Toda la fila' : headers.get(problem.columna)}</td>
              <td>{problem.valor ?? <span className={styles.nothing}>Vacía</span>}</td>
              <td>
                <EstadoBadge tone={problem.nivel === 'error' ? 'danger' : 'warning'}>
                  {problem.nivel === 'error' ? 'Error' : 'Aviso'}
                </EstadoBadge>{' '}
                {problem.mensaje}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Muestra({ vista, hoja }: { vista: VistaPrevia; hoja: HojaDescrita }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={styles.scroller} tabIndex={0} aria-label="Primeras filas">
      <table className={styles.table}>
        <caption>Primeras filas, como se entendieron</caption>
        <thead>
          <tr>
            <th scope="col">Fila</th>
            {hoja.columnas.map((column) => (
              <th scope="col" key={column.key}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {vista.filas.map((row) => (
            <tr key={row.fila}>
              <td className={styles.number}>{formatNumber(row.fila)}</td>
              {row.celdas.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: in the order of the columns
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

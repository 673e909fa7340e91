import { useId } from 'react';
import { OCULTAS } from '../../../../platform/shared/hojas.ts';
import { Preguntar } from '../../../../platform/web/ayuda.tsx';
import { Notice } from '../../../../platform/web/feedback/index.ts';
import { Button, EstadoBadge, formatNumber } from '../../../../platform/web/ui/index.ts';
import type { HojaDescrita, VistaPrevia } from '../../contract.ts';
import type { Importacion } from '../../hojas/web/hooks.ts';
import { Dudas } from './dudas.tsx';
import styles from './importacion.module.css';

const rows = (n: number) => (n === 1 ? '1 fila' : `${formatNumber(n)} filas`);
const errors = (n: number) => (n === 1 ? '1 error' : `${formatNumber(n)} errores`);

/** What importing would do: «2,950 nuevas · 40 cambian · 10 iguales». */
const figures = ({ nuevas, cambiadas, sinCambio }: NonNullable<VistaPrevia['cifras']>) =>
  [
    nuevas > 0 && `${formatNumber(nuevas)} ${nuevas === 1 ? 'nueva' : 'nuevas'}`,
    cambiadas > 0 && `${formatNumber(cambiadas)} ${cambiadas === 1 ? 'cambia' : 'cambian'}`,
    sinCambio > 0 && `${formatNumber(sinCambio)} ${sinCambio === 1 ? 'igual' : 'iguales'}`,
  ]
    .filter(Boolean)
    .join(' · ');

const summary = ({ revisadas, completa, errores, avisos, dudas, cifras }: VistaPrevia) => {
  const seen = completa
    ? revisadas === 1
      ? 'Se revisó la única fila del archivo.'
      : `Se revisaron las ${rows(revisadas)} del archivo.`
    : `Se revisaron las primeras ${rows(revisadas)}; las demás se revisan al importar, y con un error no se escribe ninguna.`;
  if (errores > 0) {
    const mend =
      dudas.length > 0
        ? 'Responda lo que se pregunta abajo; lo demás, corríjalo en el archivo y vuelva a elegirlo.'
        : 'Corrija el archivo y vuelva a elegirlo.';
    return {
      tone: 'danger' as const,
      title: `Hay ${errors(errores)}`,
      text: `${seen} ${mend} Mientras haya errores no se importa ninguna fila.`,
    };
  }
  return {
    tone: avisos > 0 ? ('warning' as const) : ('success' as const),
    title: `${completa ? 'Sin errores' : 'Sin errores hasta ahora'}${avisos > 0 ? ', con avisos' : ''}`,
    text: `${seen}${avisos > 0 ? ' Los avisos no impiden importar.' : ''}`,
    figures: cifras ? figures(cifras) : null,
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
  const { tone, title, text, figures: cifras } = summary(vista);
  const nothing = vista.cifras?.nuevas === 0 && vista.cifras.cambiadas === 0 && vista.completa;
  return (
    <div className={styles.step}>
      {/* The result of pressing "Revisar": a screen reader must hear it. */}
      <div role="status">
        <Notice tone={tone} title={title}>
          {cifras && <p className={styles.figures}>{cifras}</p>}
          <p>{text}</p>
          {nothing && <p>Todas dicen lo que ya está en la lista: no hay nada que importar.</p>}
          {vista.errores > 0 && <Preguntar sobre="importacion" id={undefined} />}
        </Notice>
      </div>
      {error && (
        <div role="alert">
          <Notice tone="danger" title="No se pudo seguir">
            <p>{error}</p>
          </Notice>
        </div>
      )}
      <Dudas importacion={importacion} hoja={hoja} />
      {vista.problemas.length > 0 && <Problemas vista={vista} hoja={hoja} />}
      {vista.cambios.length > 0 && <Cambios vista={vista} hoja={hoja} />}
      <Muestra vista={vista} hoja={hoja} />
      <div className={styles.actions}>
        {!nothing && (
          <Button
            variant={vista.errores > 0 ? 'secondary' : 'primary'}
            busy={busy}
            onClick={() => void start()}
          >
            {vista.errores > 0
              ? 'Obtener el informe de todos los errores'
              : `Importar ${vista.completa ? rows(vista.revisadas) : 'todas las filas'}`}
          </Button>
        )}
        <Button onClick={() => goTo('columnas')}>Corregir las columnas</Button>
        <Button onClick={() => goTo('archivo')}>Elegir otro archivo</Button>
      </div>
    </div>
  );
}

const headersOf = (hoja: HojaDescrita) =>
  new Map([
    ...hoja.columnas.map(({ key, header }): [string, string] => [key, header]),
    [OCULTAS.columna, 'Toda la fila'],
  ]);

function Problemas({ vista, hoja }: { vista: VistaPrevia; hoja: HojaDescrita }) {
  const headers = headersOf(hoja);
  const id = useId();
  const all = vista.errores + vista.avisos - vista.dudas.reduce((sum, { filas }) => sum + filas, 0);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {all > vista.problemas.length
          ? `Los primeros ${vista.problemas.length} de ${formatNumber(all)} errores y avisos`
          : 'Errores y avisos'}
      </h3>
      <ul className={styles.cards}>
        {vista.problemas.map((problem, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
          <li key={i}>
            <EstadoBadge tone={problem.nivel === 'error' ? 'danger' : 'warning'}>
              {problem.nivel === 'error' ? 'Error' : 'Aviso'}
            </EstadoBadge>
            <div>
              <p className={styles.where}>
                Fila {formatNumber(problem.fila)} ·{' '}
                {problem.columna === null ? 'Toda la fila' : headers.get(problem.columna)}
                {problem.columna !== null && (
                  <>: {problem.valor ?? <span className={styles.nothing}>celda vacía</span>}</>
                )}
              </p>
              <p>{problem.mensaje}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What would change of what is there, cell by cell. */
function Cambios({ vista, hoja }: { vista: VistaPrevia; hoja: HojaDescrita }) {
  const headers = headersOf(hoja);
  const id = useId();
  const all = vista.cifras?.cambiadas ?? 0;
  const empty = <span className={styles.nothing}>vacío</span>;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {all > vista.cambios.length
          ? `Lo que cambia, en las primeras ${vista.cambios.length} de ${formatNumber(all)} filas`
          : 'Lo que cambia'}
      </h3>
      <ul className={styles.cards}>
        {vista.cambios.map(({ fila, nombre, celdas }) => (
          <li key={fila}>
            <div>
              <p className={styles.where}>
                Fila {formatNumber(fila)} · {nombre}
              </p>
              {celdas.map(({ columna, antes, despues }) => (
                <p key={columna}>
                  {headers.get(columna)}: <span className="sr-only">antes </span>
                  <del>{antes || empty}</del> <span aria-hidden="true">→</span>{' '}
                  <span className="sr-only">después </span>
                  <ins>{despues || empty}</ins>
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Muestra({ vista, hoja }: { vista: VistaPrevia; hoja: HojaDescrita }) {
  return (
    <details>
      <summary className={styles.summary}>Ver las primeras filas, como se entendieron</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={styles.scroller} tabIndex={0} aria-label="Primeras filas">
        <table className={styles.table}>
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
    </details>
  );
}

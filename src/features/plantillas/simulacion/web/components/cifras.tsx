import { useId } from 'react';
import { lookUp } from '../../../../../platform/shared/look-up.ts';
import { classes, formatNumber } from '../../../../../platform/web/ui/index.ts';
import { EFECTO } from '../../../redaccion/rules.ts';
import type { Cifra, ResultadoSimulacion } from '../../contract.ts';
import styles from './simulacion.module.css';

type Column<T> = {
  readonly header: string;
  /** Of words and not of figures. */
  readonly words?: boolean;
  readonly cell: (row: T) => string;
};

/** A plain table of figures; it scrolls on its own where it is wider than the screen. */
function Tabla<T>({
  caption,
  rows,
  columns,
  rowId,
}: {
  caption: string;
  rows: readonly T[];
  columns: readonly [Column<T>, ...Column<T>[]];
  rowId: (row: T) => string;
}) {
  const id = useId();
  const [first, ...rest] = columns;
  return (
    <section
      className={styles.tabla}
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must by the keyboard too
      tabIndex={0}
    >
      <table>
        <caption id={id}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, words }) => (
              <th key={header} scope="col" className={classes(words && styles.palabras)}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              <th scope="row">{first.cell(row)}</th>
              {rest.map(({ header, cell, words }) => (
                <td key={header} className={classes(words && styles.palabras)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const ofCifra = (hayAntes: boolean): Column<Cifra>[] => [
  { header: 'Personas', cell: ({ personas }) => formatNumber(personas) },
  { header: 'Podrían', cell: ({ elegibles }) => formatNumber(elegibles) },
  ...(hayAntes
    ? [
        { header: 'Ganan', cell: ({ ganan }: Cifra) => formatNumber(ganan) },
        { header: 'Pierden', cell: ({ pierden }: Cifra) => formatNumber(pierden) },
      ]
    : []),
];

/** What came of trying a version on everybody: in all, by rule and by circuit. */
export function Cifras({
  resultado: { total, reglas, circuitos },
}: {
  resultado: ResultadoSimulacion;
}) {
  const hayAntes = total.elegiblesAntes !== null;
  const figures: [string, number][] = [
    ['Podrían inscribirse', total.elegibles],
    ['De ellas, pasarían a revisión', total.aRevision],
    ...(total.elegiblesAntes === null
      ? []
      : ([
          ['Con la versión en vigor', total.elegiblesAntes],
          ['Ganan', total.ganan],
          ['Pierden', total.pierden],
        ] as [string, number][])),
  ];
  return (
    <>
      <dl className={styles.cifras}>
        {figures.map(([label, n]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(n)}</dd>
          </div>
        ))}
      </dl>
      <Tabla
        caption="Regla por regla"
        rows={reglas}
        rowId={({ clave }) => clave}
        columns={[
          {
            header: 'Regla',
            cell: ({ descripcion, soloAntes }) => {
              const nombre = descripcion || 'Regla sin descripción';
              return soloAntes ? `${nombre} (solo en la versión en vigor)` : nombre;
            },
          },
          { header: 'Efecto', words: true, cell: ({ efecto }) => lookUp(EFECTO, efecto) ?? efecto },
          { header: 'La cumplen', cell: (r) => (r.soloAntes ? '' : formatNumber(r.cumplen)) },
          { header: 'No la cumplen', cell: (r) => (r.soloAntes ? '' : formatNumber(r.noCumplen)) },
          { header: 'Sin dato', cell: (r) => (r.soloAntes ? '' : formatNumber(r.sinDato)) },
          {
            header: 'Exceptuadas',
            cell: (r) => (r.soloAntes ? '' : formatNumber(r.exceptuadas)),
          },
          ...(hayAntes
            ? [
                {
                  header: 'Pierden por ella',
                  cell: ({ pierden }: ResultadoSimulacion['reglas'][number]) =>
                    formatNumber(pierden),
                },
                {
                  header: 'Ganan sin la de antes',
                  cell: ({ ganan }: ResultadoSimulacion['reglas'][number]) => formatNumber(ganan),
                },
              ]
            : []),
        ]}
      />
      <Tabla
        caption="Por circuito"
        rows={circuitos}
        rowId={({ circuito }) => circuito ?? ''}
        columns={[
          { header: 'Circuito', cell: ({ circuito }) => circuito ?? 'Sin circuito anotado' },
          ...ofCifra(hayAntes),
        ]}
      />
    </>
  );
}

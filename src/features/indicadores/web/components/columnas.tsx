import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { formatNumber } from '../../../../platform/web/ui/index.ts';
import { pasoDeEtiquetas } from '../../rules.ts';
import styles from './indicadores.module.css';
import { Lienzo } from './lienzo.tsx';
import { enFila, type Marca, useMarcas } from './marcas.tsx';

export type Columna = {
  readonly id: string;
  /** Under it, when there is room. */
  readonly etiqueta: string;
  /** How many it counts, and how many of those are drawn in front. */
  readonly n: number;
  readonly dentro: number;
  /** Its figures in words, and the list of what it counts; null where there is nothing. */
  readonly marca: Marca | null;
};

/** Pixels. */
const ALTO = 176;
const MARGEN = { arriba: 8, derecha: 8, abajo: 28 };
const CIFRA = 8.5;
const ETIQUETA = 76;

/** Standing columns over time, on axes with their figures; each leads to the list of what it counts. */
export function Columnas({
  columnas,
  label,
  quieto,
}: {
  columnas: readonly Columna[];
  /** What the drawing is, in a sentence. */
  label: string;
  /** What is told while no column is pointed at. */
  quieto: string;
}) {
  const marcas = columnas.flatMap(({ marca }) => marca ?? []);
  const { svg, marcaDe, contada } = useMarcas(marcas, enFila(marcas));
  return (
    <figure className={styles.columnas}>
      <p className={styles.lectura} aria-hidden="true">
        {contada ?? quieto}
      </p>
      <Lienzo className={styles.alto}>
        {(width) => {
          const { lado, ancho, x, y } = escalasDe(columnas, width);
          const bar = (n: number) => ({ y: y(n), width: x.bandwidth(), height: ALTO - y(n) });
          return (
            // biome-ignore lint/a11y/useSemanticElements: a drawing, whose parts are links
            <svg
              {...svg}
              viewBox={`0 0 ${width} ${ALTO + MARGEN.arriba + MARGEN.abajo}`}
              role="group"
              aria-label={label}
            >
              <Group left={lado} top={MARGEN.arriba}>
                <Ejes columnas={columnas} ancho={ancho} x={x} y={y} />
                {columnas.map(
                  ({ id, n, dentro, marca }) =>
                    marca &&
                    marcaDe(
                      marca,
                      <Group left={x(id) ?? 0}>
                        <Bar width={x.bandwidth()} height={ALTO} className={styles.alcance} />
                        <Bar {...bar(n)} className={styles.hueco} />
                        <Bar {...bar(dentro)} className={styles.lleno} />
                      </Group>,
                    ),
                )}
              </Group>
            </svg>
          );
        }}
      </Lienzo>
    </figure>
  );
}

/** Where columns stand and how tall they are in a drawing of a width, beside the room for the axis's figures. */
const escalasDe = (columnas: readonly Columna[], width: number) => {
  const max = Math.max(1, ...columnas.map(({ n }) => n));
  const lado = 14 + CIFRA * formatNumber(max).length;
  const ancho = Math.max(120, width - lado - MARGEN.derecha);
  return {
    lado,
    ancho,
    x: scaleBand<string>({
      domain: columnas.map(({ id }) => id),
      range: [0, ancho],
      padding: 0.25,
    }),
    y: scaleLinear<number>({ domain: [0, max], range: [ALTO, 0], nice: 4 }),
  };
};

function Ejes({
  columnas,
  ancho,
  x,
  y,
}: { columnas: readonly Columna[] } & Pick<ReturnType<typeof escalasDe>, 'ancho' | 'x' | 'y'>) {
  const paso = pasoDeEtiquetas(columnas.length, Math.floor(ancho / ETIQUETA));
  const etiquetas = new Map(columnas.map(({ id, etiqueta }) => [id, etiqueta]));
  // People are whole: no line stands at a half.
  const cifras = y.ticks(4).filter(Number.isInteger);
  return (
    <Group aria-hidden>
      <GridRows scale={y} width={ancho} tickValues={cifras} className={styles.rejilla} />
      <AxisLeft
        scale={y}
        tickValues={cifras}
        tickFormat={(n) => formatNumber(Number(n))}
        hideAxisLine
        hideTicks
        tickLabelProps={{ className: styles.rotulo, dx: 0 }}
      />
      <AxisBottom
        top={ALTO}
        scale={x}
        tickValues={columnas.filter((_, i) => i % paso === 0).map(({ id }) => id)}
        tickFormat={(id) => etiquetas.get(id) ?? ''}
        tickLabelProps={{ className: styles.rotulo }}
        axisLineClassName={styles.eje}
        tickLineProps={{ className: styles.eje }}
      />
    </Group>
  );
}

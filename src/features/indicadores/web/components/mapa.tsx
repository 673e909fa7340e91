import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { MAPA, vecinoDe } from '../../rules.ts';
import styles from './indicadores.module.css';
import { Lienzo } from './lienzo.tsx';
import { type Marca, useMarcas } from './marcas.tsx';

/** A circuit: `id` is its number. */
export type Losa = Marca & { readonly n: number };

/** Pixels. */
const CANAL = 6;

const rangeOf = (axis: 0 | 1) =>
  Array.from(
    { length: 1 + Math.max(...Object.values(MAPA).map((lugar) => lugar[axis])) },
    (_, i) => i,
  );
const COLUMNAS = rangeOf(0);
const FILAS = rangeOf(1);

/** Where tiles stand in a drawing of a width, and how tall the bar of one with so many is. */
const escalasDe = (max: number, ancho: number) => {
  const alto = (ancho * FILAS.length) / COLUMNAS.length;
  const bandOf = (domain: number[], largo: number) =>
    scaleBand<number>({ domain, range: [0, largo], paddingInner: 0.08 });
  const [x, y] = [bandOf(COLUMNAS, ancho), bandOf(FILAS, alto)];
  const nivel = scaleLinear<number>({ domain: [0, max], range: [0, y.bandwidth()] });
  return { alto, x, y, nivel };
};

/** The circuits where they are in the country, a tile each. */
export function Mapa({ losas, max }: { losas: readonly Losa[]; max: number }) {
  const { svg, marcaDe, contada } = useMarcas(losas, vecinoDe);
  return (
    <figure className={styles.mapa}>
      <Lienzo className={styles.pais}>
        {(ancho) => {
          const { alto, x, y, nivel } = escalasDe(max, ancho);
          return (
            // biome-ignore lint/a11y/useSemanticElements: a drawing, whose parts are links
            <svg
              {...svg}
              viewBox={`0 0 ${ancho} ${alto}`}
              role="group"
              aria-label="Mapa de los circuitos"
            >
              {losas.map((losa) => {
                const [columna, fila] = lookUp(MAPA, losa.id) ?? [0, 0];
                return (
                  <Group key={losa.id} left={x(columna) ?? 0} top={y(fila) ?? 0}>
                    {marcaDe(
                      losa,
                      <Azulejo
                        id={losa.id}
                        ancho={x.bandwidth()}
                        alto={y.bandwidth()}
                        lleno={nivel(losa.n)}
                      />,
                    )}
                  </Group>
                );
              })}
            </svg>
          );
        }}
      </Lienzo>
      <p className={styles.lectura} aria-hidden="true">
        {contada ?? 'El número es el del circuito; la barra, cuántas inscripciones llegaron de él.'}
      </p>
    </figure>
  );
}

/** A tile: the circuit's number, and how high its bar stands (pixels). */
function Azulejo(of: { id: string; ancho: number; alto: number; lleno: number }) {
  const { id, ancho, alto, lleno } = of;
  const bar = { x: ancho - CANAL, width: CANAL };
  return (
    <>
      <Bar width={ancho} height={alto} className={styles.losa} />
      <Bar {...bar} height={alto} className={styles.fondo} />
      <Bar {...bar} y={alto - lleno} height={lleno} className={styles.lleno} />
      <text x={(ancho - CANAL) / 2} y={alto / 2} className={styles.numero}>
        {id}
      </text>
    </>
  );
}

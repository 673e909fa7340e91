import styles from './feedback.module.css';

type Shape = 'page' | 'form' | 'list' | 'ficha' | 'line';

const HEIGHTS: Record<Shape, readonly [width: string, height: number][]> = {
  page: [
    ['18rem', 36],
    ['28rem', 20],
    ['100%', 160],
    ['100%', 96],
  ],
  form: [
    ['9rem', 18],
    ['100%', 44],
    ['7rem', 18],
    ['100%', 44],
    ['11rem', 18],
    ['100%', 44],
  ],
  list: [
    ['100%', 44],
    ['100%', 44],
    ['100%', 44],
    ['100%', 44],
    ['100%', 44],
  ],
  ficha: [['46rem', 260]],
  line: [['12rem', 20]],
};

/** The shape of what comes; seen only after 200 ms, so that quick answers do not flicker. */
export function Loading({
  shape = 'page',
  label = 'Cargando…',
}: {
  shape?: Shape;
  label?: string;
}) {
  return (
    <div className={styles.loading} role="status">
      <span className="sr-only">{label}</span>
      {HEIGHTS[shape].map(([width, height], i) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
          key={i}
          className={styles.bone}
          style={{ inlineSize: `min(100%, ${width})`, blockSize: height }}
        />
      ))}
    </div>
  );
}

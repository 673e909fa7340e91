import { useEffect, useState } from 'react';
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

let visible = 0;
let lastAt = Number.NEGATIVE_INFINITY;
/** One that takes the place of another within this time goes on with it: nothing goes away and comes again. */
const SAME_MS = 300;

/** The shape of what comes; seen only after 200 ms, so that quick answers do not flicker. */
export function Loading({
  shape = 'page',
  label = 'Cargando…',
}: {
  shape?: Shape | undefined;
  label?: string;
}) {
  const [goesOn] = useState(() => visible > 0 || performance.now() - lastAt < SAME_MS);
  useEffect(() => {
    visible += 1;
    return () => {
      visible -= 1;
      lastAt = performance.now();
    };
  }, []);
  return (
    <div
      className={styles.loading}
      role="status"
      data-loading=""
      data-goes-on={goesOn || undefined}
    >
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

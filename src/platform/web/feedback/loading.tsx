import { createContext, useContext, useEffect, useState } from 'react';
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

/** How the screen around is called, for what stands in the place of the whole of it. */
export const ScreenTitle = createContext<string | undefined>(undefined);

/**
 * The shape of what comes; seen only after 200 ms, so that quick answers do not flicker. `title`: of a whole screen, how it
 * is called, for who goes by headings until its own comes; nobody sees it. A `page` that a screen draws while its own data come stands for the whole
 * of it, and is headed so by itself.
 */
export function Loading({
  shape = 'page',
  label = 'Cargando…',
  title,
}: {
  shape?: Shape | undefined;
  label?: string;
  title?: string | undefined;
}) {
  const [goesOn] = useState(() => visible > 0 || performance.now() - lastAt < SAME_MS);
  const around = useContext(ScreenTitle);
  const heading = title ?? (shape === 'page' ? around : undefined);
  useEffect(() => {
    visible += 1;
    return () => {
      visible -= 1;
      lastAt = performance.now();
    };
  }, []);
  return (
    <div className={styles.loading} data-loading="" data-goes-on={goesOn || undefined}>
      {heading && <h1 className="sr-only">{heading}</h1>}
      <span className="sr-only" role="status">
        {label}
      </span>
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

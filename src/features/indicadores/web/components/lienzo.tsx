import { useParentSize } from '@visx/responsive';
import type { ReactNode } from 'react';
import styles from './indicadores.module.css';

/** Only the width matters. One object: the library measures anew whenever it gets another. */
const ANCHO: Parameters<typeof useParentSize<HTMLDivElement>>[0] = {
  ignoreDimensions: ['height', 'top', 'left'],
  debounceTime: 100,
};

/** Where a plot is drawn, once its width (pixels) is known, and again when it changes. */
export function Lienzo({
  className,
  children,
}: {
  /** Keeps its place until then. */
  className: string | undefined;
  children: (ancho: number) => ReactNode;
}) {
  const { parentRef, width } = useParentSize<HTMLDivElement>(ANCHO);
  return (
    <div ref={parentRef} className={`${styles.lienzo} ${className}`}>
      {width > 0 && children(width)}
    </div>
  );
}

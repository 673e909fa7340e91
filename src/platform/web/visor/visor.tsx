import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { ErrorState } from '../feedback/error-state.tsx';
import { Loading } from '../feedback/loading.tsx';
import { Button } from '../ui/button.tsx';
import { IconChevronRight } from '../ui/icons.tsx';
import { IconChevronLeft, IconMinus, IconPlus, IconTurn } from '../ui/icons-of-screens.tsx';
import { type Hojas, openHojas } from './hojas.ts';
import styles from './visor.module.css';

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
/** Where somebody writes, keys are letters. */
const WRITING = 'input, select, textarea, [contenteditable]';

/** The next larger or smaller one. */
const zoomFrom = (zoom: number, step: 1 | -1): number => {
  const at = ZOOMS.indexOf(zoom) + step;
  return ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, at))] ?? 1;
};

type Opened = { src: string } & ({ hojas: Hojas } | { error: unknown });

/** Opens what lies there; closed when another is asked for or the screen goes. */
const useHojas = (src: string, contentType: string, tries: number): Opened | null => {
  const [opened, setOpened] = useState<Opened | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try opens it again
  useEffect(() => {
    const going = new AbortController();
    let mine: Hojas | undefined;
    setOpened(null);
    openHojas(src, contentType, going.signal).then(
      (hojas) => {
        mine = hojas;
        if (going.signal.aborted) hojas.close();
        else setOpened({ src, hojas });
      },
      (error: unknown) => {
        if (!going.signal.aborted) setOpened({ src, error });
      },
    );
    return () => {
      going.abort();
      mine?.close();
    };
  }, [src, contentType, tries]);
  return opened?.src === src ? opened : null;
};

/** The width that there is for a page. */
const useWidth = (on: React.RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = on.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [on]);
  return width;
};

/**
 * A PDF or a picture of ours, in the page: several pages, nearer and further, turned. By the keyboard wherever nobody
 * writes: ← → another page, + − 0 nearer, further and as wide as there is room, G turns it.
 */
export function Visor({
  src,
  contentType,
  nombre,
}: {
  src: string;
  contentType: string;
  /** What is shown: «Acta de nacimiento». */
  nombre: string;
}) {
  const [tries, setTries] = useState(0);
  const opened = useHojas(src, contentType, tries);
  const hojas = opened && 'hojas' in opened ? opened.hojas : null;
  return (
    <section className={styles.visor} aria-label={`Vista previa: ${nombre}`}>
      {opened && 'error' in opened ? (
        <ErrorState error={opened.error} retry={() => setTries(tries + 1)} />
      ) : hojas ? (
        <Paginas key={src} hojas={hojas} nombre={nombre} />
      ) : (
        <Loading shape="ficha" />
      )}
    </section>
  );
}

function Paginas({ hojas, nombre }: { hojas: Hojas; nombre: string }) {
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(1);
  const [turn, setTurn] = useState(0);
  const [drawn, setDrawn] = useState<{ page: number; text: string } | 'failed' | null>(null);
  const pane = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(pane);
  const id = useId();

  useEffect(() => {
    if (!canvas.current || width === 0) return;
    const going = new AbortController();
    hojas.draw(canvas.current, page, { width, zoom, turn }, going.signal).then(
      (text) => {
        if (!going.signal.aborted) setDrawn({ page, text });
      },
      () => {
        if (!going.signal.aborted) setDrawn('failed');
      },
    );
    return () => going.abort();
  }, [hojas, page, zoom, turn, width]);

  const go = (to: number) => {
    if (to < 1 || to > hojas.total) return;
    setPage(to);
    pane.current?.scrollTo({ top: 0, behavior: 'instant' });
  };
  const turnOn = () => setTurn((turn + 1) % 4);
  const keys = new Map<string, () => void>([
    ['ArrowRight', () => go(page + 1)],
    ['ArrowLeft', () => go(page - 1)],
    ['+', () => setZoom(zoomFrom(zoom, 1))],
    ['=', () => setZoom(zoomFrom(zoom, 1))],
    ['-', () => setZoom(zoomFrom(zoom, -1))],
    ['0', () => setZoom(1)],
    ['g', turnOn],
  ]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element;
      const over = document.querySelector('dialog[open]');
      if (target.closest(WRITING) || (over && !over.contains(pane.current))) return;
      // A page that is wider than its box goes sideways.
      const sideways = pane.current && pane.current.scrollWidth > pane.current.clientWidth + 1;
      if (target === pane.current && sideways && event.key.startsWith('Arrow')) return;
      const act = keys.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });

  const text = drawn && drawn !== 'failed' && drawn.page === page ? drawn.text : '';
  return (
    <>
      <div className={styles.bar}>
        {hojas.total > 1 && (
          <div className={styles.group}>
            <Button
              size="small"
              aria-label="Página anterior"
              aria-disabled={page === 1 || undefined}
              onClick={() => go(page - 1)}
              icon={<IconChevronLeft />}
            />
            <span className={styles.page} role="status">
              {page} de {hojas.total}
            </span>
            <Button
              size="small"
              aria-label="Página siguiente"
              aria-disabled={page === hojas.total || undefined}
              onClick={() => go(page + 1)}
              icon={<IconChevronRight />}
            />
          </div>
        )}
        <div className={styles.group}>
          <Button
            size="small"
            aria-label="Alejar"
            aria-disabled={zoom === ZOOMS[0] || undefined}
            onClick={() => setZoom(zoomFrom(zoom, -1))}
            icon={<IconMinus />}
          />
          <Button
            size="small"
            aria-label={`Acercamiento ${zoom * 100} %; volver a 100 %`}
            onClick={() => setZoom(1)}
          >
            {zoom * 100}&nbsp;%
          </Button>
          <Button
            size="small"
            aria-label="Acercar"
            aria-disabled={zoom === ZOOMS.at(-1) || undefined}
            onClick={() => setZoom(zoomFrom(zoom, 1))}
            icon={<IconPlus />}
          />
        </div>
        <Button size="small" onClick={turnOn} icon={<IconTurn />}>
          Girar
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section ref={pane} className={styles.pane} tabIndex={0} aria-label="Página">
        {drawn === 'failed' && (
          <p className={styles.failed}>No se pudo dibujar esta página. Descargue el archivo.</p>
        )}
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${nombre}, página ${page} de ${hojas.total}${text ? '' : ' (imagen)'}`}
          aria-describedby={text ? id : undefined}
        />
        <p id={id} className="sr-only">
          {text}
        </p>
      </section>
    </>
  );
}

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { ErrorState } from '../../../../../platform/web/feedback/index.ts';
import { CheckboxField } from '../../../../../platform/web/form/index.ts';
import { Button, IconDownload } from '../../../../../platform/web/ui/index.ts';
import { openHojas } from '../../../../../platform/web/visor/index.ts';
import { type Tipo, tipoOf } from '../../../rules.ts';
import type { MuestraVista } from '../hooks.ts';
import styles from './disenos.module.css';

/** The page as it will be printed, as wide as there is room; drawn anew in its place. */
function Pagina({ pdf, nombre }: { pdf: Uint8Array<ArrayBuffer>; nombre: string }) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [drawn, setDrawn] = useState<{ text: string } | 'failed' | null>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const target = canvas.current;
    if (!target || width === 0) return;
    const going = new AbortController();
    const draw = async () => {
      // The library takes what it is given: the bytes are asked for again when the page gets wider.
      const hojas = await openHojas(pdf.slice().buffer, 'application/pdf', going.signal);
      try {
        const vista = { width, zoom: 1, turn: 0 };
        const text = await hojas.draw(target, 1, vista, going.signal);
        if (!going.signal.aborted) setDrawn({ text });
      } finally {
        hojas.close();
      }
    };
    draw().catch(() => {
      if (!going.signal.aborted) setDrawn('failed');
    });
    return () => going.abort();
  }, [pdf, width]);
  return (
    <div ref={box} className={styles.hoja}>
      {drawn === 'failed' && <p>No se pudo dibujar aquí. Descargue la muestra para verla.</p>}
      <canvas ref={canvas} role="img" aria-label={nombre} aria-describedby={id} />
      <p id={id} className="sr-only">
        {drawn && drawn !== 'failed' ? drawn.text : ''}
      </p>
    </div>
  );
}

const save = (pdf: Uint8Array<ArrayBuffer>, name: string) => {
  const url = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** What somebody would be given, of nobody and signed by nobody, as the design is at this moment. */
export function Muestra({
  tipo,
  vista,
  largo,
  onLargo,
  onRetry,
}: {
  tipo: Tipo;
  vista: MuestraVista;
  largo: boolean;
  onLargo: (largo: boolean) => void;
  onRetry: () => void;
}) {
  const { pdf, dibujando, error } = vista;
  const nombre = tipoOf(tipo).palabra.toLocaleLowerCase('es-MX');
  const fuera = vista.problemas.find(({ donde }) => donde === 'pagina');
  return (
    <section className={styles.muestra} aria-label="Muestra" aria-busy={dibujando}>
      <div className={styles.barra}>
        <h2>Muestra</h2>
        <p role="status">{dibujando ? 'Dibujando…' : 'Al día'}</p>
        {pdf && (
          <Button
            size="small"
            icon={<IconDownload />}
            onClick={() => save(pdf, `Muestra de ${nombre}.pdf`)}
          >
            Descargar
          </Button>
        )}
      </div>
      {error !== null && <ErrorState error={error} retry={onRetry} />}
      {fuera && (
        <p className={styles.aviso} role="alert">
          {fuera.mensaje}
        </p>
      )}
      {pdf ? (
        <Pagina pdf={pdf} nombre={`Muestra de un diseño de ${nombre}`} />
      ) : (
        error === null && <div className={styles.espera} />
      )}
      <CheckboxField
        label="Con un nombre de 80 letras y los textos más largos"
        value={largo}
        onChange={onLargo}
      />
    </section>
  );
}

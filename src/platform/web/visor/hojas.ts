import { CallError } from '../../shared/errors.ts';
import { readAnswer, renewSession } from '../callables/client.ts';

/** How a page is drawn: as wide as this at 100 %, turned by quarters. */
export type Vista = { readonly width: number; readonly zoom: number; readonly turn: number };

/** What is looked at, page by page. */
export type Hojas = {
  readonly total: number;
  /** Draws a page; gives the text that is in it, empty where it is a picture. */
  readonly draw: (
    canvas: HTMLCanvasElement,
    page: number,
    vista: Vista,
    signal: AbortSignal,
  ) => Promise<string>;
  readonly close: () => void;
};

/** Dots that a canvas may have: phones give no more. */
const MAX_DOTS = 12_000_000;

/** How many dots for each point of the page, so that it is sharp and the device bears it. */
const densityOf = (width: number, height: number): number =>
  Math.min(window.devicePixelRatio || 1, Math.sqrt(MAX_DOTS / Math.max(1, width * height)));

const setSize = (canvas: HTMLCanvasElement, width: number, height: number, density: number) => {
  canvas.width = Math.max(1, Math.round(width * density));
  canvas.height = Math.max(1, Math.round(height * density));
  // As high as its shape says: where it is shown narrower, it keeps it.
  canvas.style.width = `${Math.round(width)}px`;
};

/** The bytes at an address of ours, with the session. */
const fetchBytes = async (src: string, signal: AbortSignal): Promise<ArrayBuffer> => {
  const ask = () =>
    fetch(src, { signal, credentials: 'same-origin' }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new CallError('UNAVAILABLE', 'No hay conexión. Revísela e inténtelo de nuevo.');
    });
  let response = await ask();
  if (response.status === 401 && (await renewSession())) response = await ask();
  if (!response.ok) readAnswer(response.status, await response.text());
  return response.arrayBuffer();
};

/** The library that draws PDF comes when the first one is opened; its data lie beside our files (vite.config.ts). */
const openPdf = async (data: ArrayBuffer): Promise<Hojas> => {
  const [pdfjs, { default: worker }] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
  ]);
  pdfjs.GlobalWorkerOptions.workerSrc = worker;
  const base = import.meta.env.DEV
    ? '/node_modules/pdfjs-dist/'
    : `/assets/pdfjs-${pdfjs.version}/`;
  const task = pdfjs.getDocument({
    data,
    // Nothing is compiled while it runs: the policy of the page forbids it.
    useWasm: false,
    // By the page, where what an older browser lacks is filled in.
    useWorkerFetch: false,
    enableXfa: false,
    // A picture of more dots than an A3 scanned at 600 a inch is left out: it is there to fill the memory.
    maxImageSize: 100_000_000,
    // The same letters on every device.
    useSystemFonts: false,
    cMapUrl: `${base}cmaps/`,
    standardFontDataUrl: `${base}standard_fonts/`,
    wasmUrl: `${base}wasm/`,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  const pdf = await task.promise;
  return {
    total: pdf.numPages,
    draw: async (canvas, number, { width, zoom, turn }, signal) => {
      const page = await pdf.getPage(number);
      const rotation = (page.rotate + turn * 90) % 360;
      const plain = page.getViewport({ scale: 1, rotation });
      const viewport = page.getViewport({ scale: (width * zoom) / plain.width, rotation });
      const density = densityOf(viewport.width, viewport.height);
      signal.throwIfAborted();
      // Drawn out of sight: what is seen stays until the new one is whole.
      const drawn = document.createElement('canvas');
      setSize(drawn, viewport.width, viewport.height, density);
      const rendering = page.render({
        canvas: drawn,
        viewport,
        transform: [density, 0, 0, density, 0, 0],
        annotationMode: pdfjs.AnnotationMode.ENABLE,
      });
      const cancel = () => rendering.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      await rendering.promise;
      signal.throwIfAborted();
      setSize(canvas, viewport.width, viewport.height, density);
      canvas.getContext('2d')?.drawImage(drawn, 0, 0);
      const { items } = await page.getTextContent();
      return items
        .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
        .join(' ')
        .trim();
    },
    close: () => void task.destroy(),
  };
};

const openImage = async (data: ArrayBuffer, type: string): Promise<Hojas> => {
  const image = await createImageBitmap(new Blob([data], { type }));
  return {
    total: 1,
    draw: async (canvas, _page, { width, zoom, turn }) => {
      const lies = turn % 2 === 1;
      const [across, down] = lies ? [image.height, image.width] : [image.width, image.height];
      // A small picture is not blown up.
      const scale = (Math.min(width, across) / across) * zoom;
      const [w, h] = [across * scale, down * scale];
      const density = densityOf(w, h);
      setSize(canvas, w, h, density);
      const context = canvas.getContext('2d');
      if (!context) return '';
      context.setTransform(density, 0, 0, density, (w * density) / 2, (h * density) / 2);
      context.rotate((turn * Math.PI) / 2);
      const [iw, ih] = [image.width * scale, image.height * scale];
      context.drawImage(image, -iw / 2, -ih / 2, iw, ih);
      return '';
    },
    close: () => image.close(),
  };
};

/**
 * What lies at an address of ours, or these bytes, to be drawn: a PDF or a picture.
 * @throws {CallError} what the server refuses it with, or that it cannot be shown.
 */
export const openHojas = async (
  src: string | ArrayBuffer,
  contentType: string,
  signal: AbortSignal,
): Promise<Hojas> => {
  const data = typeof src === 'string' ? await fetchBytes(src, signal) : src;
  try {
    return await (contentType === 'application/pdf' ? openPdf(data) : openImage(data, contentType));
  } catch (error) {
    if (signal.aborted) throw error;
    throw new CallError(
      'INTERNAL',
      'Este navegador no pudo mostrar el archivo. Descárguelo para verlo en su equipo.',
    );
  }
};

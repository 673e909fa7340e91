/*
 * A folio read from a QR code by the camera, on a press: by the browser's own reader where it has one, or by a library that comes
 * then. The picture goes nowhere. The same for a page of the public wing (enhance.ts) and for a screen.
 */

/** What a code of ours carries: an address that ends in a folio, or the folio alone. */
const FOLIO = /(?:^|[/=])([A-Z]{2}\d\d(?:[\s-]?[0-9A-Z]{4}){3,4}[\s-]?[0-9A-Z]{1,4})(?:[?#&].*)?$/i;

/** The folio that a code carries, wherever it says to lead; null: it is no code of a document. */
export const folioOfCode = (text: string): string | null => FOLIO.exec(text.trim())?.[1] ?? null;

/** Why there is no picture, in words. */
const sayNoCamera = (thrown: unknown): string => {
  const name = thrown instanceof DOMException ? thrown.name : '';
  if (name === 'NotAllowedError') {
    return 'No hay permiso para usar la cámara. Permítalo en los ajustes del navegador para esta página, o escriba el folio.';
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    return 'Este equipo no tiene una cámara que se pueda usar. Escriba el folio.';
  }
  if (name === 'NotReadableError') {
    return 'Otro programa está usando la cámara. Ciérrelo e inténtelo de nuevo, o escriba el folio.';
  }
  return 'No se pudo abrir la cámara. Escriba el folio.';
};

type Reader = (video: HTMLVideoElement) => Promise<string | null>;

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

const ownReader = async (): Promise<Reader | null> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!BarcodeDetector || !formats.includes('qr_code')) return null;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
};

/** Side of the picture that the library looks at: more only takes longer. */
const MAX_SIDE = 640;

const libraryReader = async (): Promise<Reader> => {
  const { decodeQR } = await import('./read-qr.ts');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (!context || canvas.width === 0 || canvas.height === 0) return null;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      return null;
    }
  };
};

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const EACH_MS = 150;

/** What a code says, as soon as there is one before the camera; null: `signal` ended it. */
const readCode = async (video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> => {
  const read = (await ownReader()) ?? (await libraryReader());
  while (!signal.aborted) {
    const text =
      video.readyState >= video.HAVE_CURRENT_DATA ? await read(video).catch(() => null) : null;
    if (text) return signal.aborted ? null : text;
    await wait(EACH_MS);
  }
  return null;
};

/** Types it where the folio is typed, as if it were by hand, and sends the form. */
const submitFolio = (root: HTMLElement, folio: string): void => {
  const form = root.closest('form');
  const input = form?.querySelector<HTMLInputElement>('input[name="folio"]');
  if (!form || !input) return;
  // As React needs it: a value that was only assigned is not noticed.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, folio);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  // What listens draws first.
  setTimeout(() => form.requestSubmit());
};

/**
 * Makes an element within a form read codes: `[data-scan-start]`, `[data-scan-stop]`, `[data-scan-view]` with a `video`, and
 * `[data-scan-said]`. Returns what undoes it.
 */
export const enhanceScan = (root: HTMLElement): (() => void) => {
  const find = <E extends HTMLElement>(name: string) =>
    root.querySelector<E>(`[data-scan-${name}]`);
  const [start, stop, view, said] = [
    find<HTMLButtonElement>('start'),
    find('stop'),
    find('view'),
    find('said'),
  ];
  const video = root.querySelector('video');
  if (!start || !stop || !view || !said || !video) return () => {};
  let open: AbortController | null = null;
  const say = (text: string) => {
    said.textContent = text;
  };
  const close = () => {
    open?.abort();
    open = null;
    for (const track of (video.srcObject as MediaStream | null)?.getTracks() ?? []) track.stop();
    video.srcObject = null;
    view.hidden = true;
    start.hidden = false;
  };
  const begin = async () => {
    close();
    const mine = new AbortController();
    open = mine;
    if (!navigator.mediaDevices?.getUserMedia) {
      return say(
        'Su navegador solo abre la cámara en una dirección segura (https). Escriba el folio.',
      );
    }
    say('Abriendo la cámara…');
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment' },
      });
      if (mine.signal.aborted) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      video.srcObject = stream;
      view.hidden = false;
      start.hidden = true;
      stop.focus();
      await video.play();
      say('Ponga el código QR del documento frente a la cámara.');
      for (;;) {
        const text = await readCode(video, mine.signal);
        if (text === null) return;
        const folio = folioOfCode(text);
        if (folio) {
          close();
          say(`Se leyó el folio ${folio}.`);
          return submitFolio(root, folio);
        }
        say('Ese código QR no es de un documento de la escuela.');
        await wait(EACH_MS);
      }
    } catch (thrown) {
      if (mine.signal.aborted) return;
      close();
      say(sayNoCamera(thrown));
      start.focus();
    }
  };
  const cancel = () => {
    close();
    say('');
    start.focus();
  };
  const leave = new AbortController();
  const { signal } = leave;
  start.addEventListener('click', () => void begin(), { signal });
  stop.addEventListener('click', cancel, { signal });
  view.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), { signal });
  globalThis.addEventListener('pagehide', close, { signal });
  return () => {
    close();
    leave.abort();
  };
};

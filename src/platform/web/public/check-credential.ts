import {
  checkCredential,
  type Line,
  mayBeInForce,
  type Proof,
  sayCheck,
} from '../credentials/check.ts';

/*
 * The signature of a document's credential, checked in the browser of whoever validates it, and shown beside what the school says of
 * it. The same for a page of the public wing (enhance.ts) and for a screen.
 */

const SIN_COMPROBAR: Line = ['warning', 'Sin comprobar.'];

const show = (root: HTMLElement, lines: Readonly<Record<string, Line>>, note: string): void => {
  for (const dd of root.querySelectorAll<HTMLElement>('[data-line]')) {
    const [tone, text] = lines[dd.dataset.line ?? ''] ?? SIN_COMPROBAR;
    dd.dataset.said = tone;
    dd.textContent = text;
  }
  const said = root.querySelector('[data-check-said]');
  if (said) said.textContent = note;
};

/** Takes back that it is in force, where the page says it. */
const doubt = (root: HTMLElement): void => {
  const around = root.closest<HTMLElement>('[data-en-vigor]');
  if (!around) return;
  around.dataset.enVigor = 'dudoso';
  const title = around.querySelector('h1');
  const words = around.dataset.duda ?? '';
  if (title) title.textContent = words;
  document.title = document.title.replace(/^[^·]*/, `${words} `);
};

const problemWords = (thrown: unknown): string =>
  navigator.onLine === false || thrown instanceof TypeError
    ? 'Sin conexión no se puede comprobar la firma. Vuelva a abrir la página cuando la tenga.'
    : 'No se pudo comprobar la firma en este navegador.';

/**
 * Makes an element check: it has `data-check` (where the proof is), `data-titular` and `data-folio` (what the page says), a
 * `[data-line]` for each line and a `[data-check-said]`. Returns what undoes it.
 */
export const enhanceCheck = (root: HTMLElement): (() => void) => {
  const leave = new AbortController();
  const { signal } = leave;
  const run = async (): Promise<void> => {
    if (!globalThis.crypto?.subtle) {
      return show(root, {}, 'Su navegador solo comprueba firmas en una dirección segura (https).');
    }
    show(root, {}, 'Comprobando la firma…');
    try {
      const answer = await fetch(root.dataset.check ?? '', { signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const proof = (await answer.json()) as Proof;
      // The school's clock, which the answer carries: this device's may be wrong.
      const ahora = new Date(answer.headers.get('date') ?? Date.now());
      const { titular = '', folio = '' } = root.dataset;
      const check = await checkCredential(proof, { titular, folio }, ahora);
      if (signal.aborted) return;
      show(
        root,
        sayCheck(check),
        'Se comprobó en este navegador, con las llaves que la escuela publica.',
      );
      if (!mayBeInForce(check)) doubt(root);
    } catch (thrown) {
      if (!signal.aborted) show(root, {}, problemWords(thrown));
    }
  };
  void run();
  return () => leave.abort();
};

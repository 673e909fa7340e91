/*
 * Whether a PDF that somebody has is the one that the school made: its bytes are compared, by their digest, in the browser, and go
 * nowhere. The same for a page of the public wing (enhance.ts) and for a screen (compare-file.tsx).
 */

import type { DictamenDePapel, Ejemplar } from '../../shared/papeles.ts';

/** What a file turned out to be. `folio`: the one that it says to have. */
export type Verdict =
  | { readonly is: 'same'; readonly dictamen: DictamenDePapel }
  | { readonly is: 'altered' }
  | { readonly is: 'other'; readonly folio: string }
  | { readonly is: 'foreign' }
  /** Its end is missing, and with it whatever would say whose it is. */
  | { readonly is: 'cut' }
  | { readonly is: 'noPdf' };

type Tone = 'success' | 'warning' | 'danger';

/**
 * The document that it should be: its folio as it is shown, and the PDFs that were made with it (none: nobody asked for one yet), each with
 * what it proves now: an original that was revoked proves nothing.
 */
export type Original = { readonly folio: string; readonly ejemplares: readonly Ejemplar[] };

const FOLIO = /\b[A-Z]{2}\d\d(?:-[0-9A-HJKMNP-TV-Z]{4}){2,4}-[0-9A-HJKMNP-TV-Z]{1,4}(?![0-9A-Z-])/;

/** Bytes at the end of a PDF within which it says that it ends (as readers look for it). */
const END = 1024;

const hexOf = (digest: ArrayBuffer): string =>
  [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const TITLE = /<dc:title>.*?<\/dc:title>/s;

/** The folio of a file: the one of its title, since a sheet of cards names theirs too. */
const folioOf = (text: string): string | undefined =>
  (FOLIO.exec(TITLE.exec(text)?.[0] ?? '') ?? FOLIO.exec(text))?.[0];

/**
 * Compares the bytes of a file; with null, of no document in particular, whichever folio it says to have is another one. Its folio
 * stands in clear in what every PDF of the portal says of itself (XMP).
 */
export const judgeFile = async (
  bytes: ArrayBuffer,
  original: Original | null,
): Promise<Verdict> => {
  const text = new TextDecoder('latin1').decode(bytes);
  if (!text.startsWith('%PDF-')) return { is: 'noPdf' };
  if (original) {
    const sha256 = hexOf(await crypto.subtle.digest('SHA-256', bytes));
    const same = original.ejemplares.find((one) => one.sha256 === sha256);
    if (same) return { is: 'same', dictamen: same.dictamen };
    if (text.includes(original.folio)) return { is: 'altered' };
  }
  const folio = folioOf(text);
  if (folio) return { is: 'other', folio };
  return { is: text.includes('%%EOF', text.length - END) ? 'foreign' : 'cut' };
};

export type Said = {
  readonly tone: Tone;
  readonly text: string;
  /** Where its document is told of. */
  readonly to?: string;
};

/** A verdict in words. */
export const sayVerdict = (verdict: Verdict, { folio, ejemplares }: Original): Said => {
  switch (verdict.is) {
    case 'same':
      return {
        tone: verdict.dictamen.tono,
        text: `${verdict.dictamen.texto} El archivo es idéntico al PDF que la escuela hizo con el folio ${folio}.`,
      };
    case 'altered':
      return {
        tone: 'danger',
        text:
          ejemplares.length === 0
            ? `No es de la escuela: dice tener el folio ${folio}, y la escuela todavía no ha hecho el PDF de ese documento.`
            : `Está alterado: dice tener el folio ${folio}, pero no es ninguno de los PDF que la escuela hizo con él. No confíe en lo que diga.`,
      };
    case 'other':
      return {
        tone: 'warning',
        text: `Es otro archivo: dice tener el folio ${verdict.folio}, y esta página es del ${folio}. Compruébelo con su folio.`,
      };
    case 'foreign':
      return {
        tone: 'danger',
        text: 'No es de la escuela: en ese PDF no hay ningún folio suyo.',
      };
    case 'cut':
      return {
        tone: 'warning',
        text: 'Está incompleto: a ese PDF le falta el final. Descárguelo de nuevo y elíjalo otra vez.',
      };
    case 'noPdf':
      return { tone: 'danger', text: 'Ese archivo no es un PDF.' };
  }
};

/** No document of ours is near it; a greater one would only keep the browser busy. */
const MAX_BYTES = 50 * 1_048_576;

/** What keeps a file from being looked at, in words; null: nothing does. */
const problemOf = ({ size }: File): Said | null => {
  if (!globalThis.crypto?.subtle) {
    return {
      tone: 'warning',
      text: 'Su navegador solo compara archivos en una dirección segura (https).',
    };
  }
  return size > MAX_BYTES
    ? {
        tone: 'danger',
        text: 'No es de la escuela: es demasiado grande para ser uno de sus PDF.',
      }
    : null;
};

const show = (said: HTMLElement, file: File, { tone, text, to }: Said): void => {
  said.dataset.said = tone;
  said.textContent = `${file.name}: `;
  // Folios whole, on one line.
  for (const [i, part] of text.split(new RegExp(`(${FOLIO.source})`)).entries()) {
    const node = document.createElement('span');
    node.textContent = part;
    if (i % 2 === 1) node.style.whiteSpace = 'nowrap';
    said.append(node);
  }
  if (to === undefined) return;
  const link = document.createElement('a');
  link.href = to;
  link.textContent = 'Ver cómo está ese documento';
  said.append(' ', link);
};

const UNREADABLE: Said = {
  tone: 'warning',
  text: 'No se pudo leer ese archivo. Elíjalo de nuevo.',
};

/**
 * Gives each PDF that is chosen or dropped on an element to `look`, and shows what it found in its `[data-compare-said]`. Returns what
 * undoes it.
 */
export const watchFiles = (
  root: HTMLElement,
  look: (file: File) => Promise<Said>,
): (() => void) => {
  const input = root.querySelector<HTMLInputElement>('input[type="file"]');
  const said = root.querySelector<HTMLElement>('[data-compare-said]');
  if (!input || !said) return () => {};
  let last = 0;
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    last += 1;
    const mine = last;
    const found = problemOf(file) ?? (await look(file).catch(() => UNREADABLE));
    // Another one was chosen meanwhile: that is the one that is told of.
    if (mine !== last) return;
    show(said, file, found);
    // The same file again is a choice too: it may have changed.
    input.value = '';
  };
  const leave = new AbortController();
  const { signal } = leave;
  input.addEventListener('change', () => void take(input.files?.[0]), { signal });
  root.addEventListener(
    'dragover',
    (event) => {
      event.preventDefault();
      root.dataset.over = '';
    },
    { signal },
  );
  root.addEventListener('dragleave', () => delete root.dataset.over, { signal });
  root.addEventListener(
    'drop',
    (event) => {
      event.preventDefault();
      delete root.dataset.over;
      void take(event.dataTransfer?.files[0]);
    },
    { signal },
  );
  return () => leave.abort();
};

/**
 * Makes an element compare: it has `data-compare` (the folio), `data-ejemplares` (JSON), and inside an `input` for files and a
 * `[data-compare-said]`. Returns what undoes it.
 */
export const enhanceCompare = (root: HTMLElement): (() => void) =>
  watchFiles(root, async (file) => {
    const { compare = '', ejemplares = '[]' } = root.dataset;
    const original = { folio: compare, ejemplares: JSON.parse(ejemplares) as Ejemplar[] };
    return sayVerdict(await judgeFile(await file.arrayBuffer(), original), original);
  });

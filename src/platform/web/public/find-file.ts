import type { Ejemplar } from '../../shared/papeles.ts';
import { judgeFile, type Original, type Said, sayVerdict, watchFiles } from './compare.ts';

/*
 * A PDF of which one does not know which document it is: its folio is read in the browser, the page is asked about that folio alone,
 * and the bytes are compared here. Nothing else leaves.
 */

/** Where folios are asked about, by their first two letters; by '', those of all the others. */
export type Addresses = Readonly<Record<string, string>>;

/** No document was found yet, so none of these is ever shown. */
const NONE: Original = { folio: '', ejemplares: [] };

/** Which document a file is, and whether it is its original. Throws without connection. */
export const findFile = async (file: File, addresses: Addresses): Promise<Said> => {
  const bytes = await file.arrayBuffer();
  const first = await judgeFile(bytes, null);
  if (first.is !== 'other') return sayVerdict(first, NONE);
  const address = addresses[first.folio.slice(0, 2)] ?? addresses[''];
  if (address === undefined) {
    return {
      tone: 'warning',
      text: `Es otro documento: dice tener el folio ${first.folio}. Compruébelo en «Validar un documento».`,
    };
  }
  const to = `${address}?${new URLSearchParams({ folio: first.folio })}`;
  const answer = await fetch(to, { headers: { accept: 'application/json' } });
  if (answer.status === 404) {
    return {
      tone: 'danger',
      text: `No es de la escuela: dice tener el folio ${first.folio}, y la escuela no ha emitido ninguno con ese folio.`,
    };
  }
  if (!answer.ok) {
    return {
      tone: 'warning',
      text:
        answer.status === 429
          ? 'Se han hecho demasiadas consultas desde su red. Espere unos minutos y elíjalo de nuevo.'
          : 'No se pudo consultar el folio de ese archivo. Elíjalo de nuevo en unos minutos.',
    };
  }
  const { ejemplares } = (await answer.json()) as { ejemplares: Ejemplar[] };
  const original = { folio: first.folio, ejemplares };
  return { ...sayVerdict(await judgeFile(bytes, original), original), to };
};

const NO_ANSWER: Said = {
  tone: 'warning',
  text: 'No se pudo consultar el folio de ese archivo: revise su conexión y elíjalo de nuevo.',
};

/** Makes an element find out of which document a PDF is: like `enhanceCompare`, with `data-find` (the addresses, as JSON). */
export const enhanceFindFile = (root: HTMLElement): (() => void) =>
  watchFiles(root, (file) =>
    findFile(file, JSON.parse(root.dataset.find ?? '{}') as Addresses).catch(() => NO_ANSWER),
  );

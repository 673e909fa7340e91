import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { lookUp } from '../../shared/look-up.ts';
import { beginsAsPdf } from '../../shared/pdf-head.ts';
import type { StorageRule } from '../../shared/storage.ts';
import { StorageRefusal } from './errors.ts';
import type { Papers } from './papers/index.ts';
import type { Cleaning, Pictures } from './pictures/index.ts';
import type { Spooled } from './spool.ts';

const HEAD_BYTES = 4_100;

const HEIC = new StorageRefusal(
  400,
  'imagen-heic',
  'Las fotos HEIC no se pueden leer aquí; envíela como JPEG o PNG. En un iPhone: Ajustes › Cámara › Formatos › «El más compatible», y tómela de nuevo.',
);
const NAMES: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
};

const refuseType = (accept: readonly string[]) =>
  new StorageRefusal(
    400,
    'tipo-no-admitido',
    `Ese tipo de archivo no se admite aquí; envíe uno de estos: ${accept.map((type) => lookUp(NAMES, type) ?? type).join(', ')}.`,
  );

const EMPTY = new StorageRefusal(
  400,
  'archivo-vacio',
  'El archivo está vacío. Revise que se haya guardado completo y elíjalo de nuevo.',
);

/** How a rule wants its pictures. */
const cleaningOf = ({ withoutMetadata }: StorageRule): Cleaning =>
  withoutMetadata === 'rewritten'
    ? 'written-again'
    : withoutMetadata
      ? 'without-metadata'
      : 'as-it-came';

/** What looks at strangers' bytes, each kind in processes of its own. */
export type Inspectors = { pictures: Pictures; papers: Papers };

const readHead = async (path: string): Promise<Uint8Array> => {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/**
 * What arrived, with its content type told by its bytes, or a refusal. Names and declared types are never
 * believed where a rule says what it accepts. Only its head is read here: what has to be decoded is so by a
 * process of its own. `owner` is whose turn it is there.
 */
export const inspect = async (
  file: Spooled,
  rule: StorageRule,
  { declared, owner, pictures, papers }: { declared: string | null; owner: string } & Inspectors,
): Promise<{ contentType: string; file: Spooled }> => {
  if (rule.accept === null) return { contentType: declared ?? 'application/octet-stream', file };
  const head = await readHead(file.path);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const mime = found?.mime ?? (beginsAsPdf(head) ? 'application/pdf' : '');
  if (file.size === 0 && rule.maxPages !== undefined) throw EMPTY;
  if (!rule.accept.includes(mime)) {
    throw /^image\/(heic|heif)/.test(mime) ? HEIC : refuseType(rule.accept);
  }
  const { maxPixels, maxPages } = rule;
  if (mime === 'application/pdf') {
    if (maxPages !== undefined) await papers.look(file, { maxPages, owner });
  } else if (maxPixels !== undefined && mime.startsWith('image/')) {
    const clean = cleaningOf(rule);
    return { contentType: mime, file: await pictures.look(file, { maxPixels, clean, owner }) };
  }
  return { contentType: mime, file };
};

import { createHash } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { lookUp } from '../../shared/look-up.ts';
import type { StorageRule } from '../../shared/storage.ts';
import { StorageRefusal } from './errors.ts';
import type { Spooled } from './spool.ts';

const HEAD_BYTES = 4_100;
/** A picture that needs longer was made to. */
const DECODE_SECONDS = 20;

const HEIC = new StorageRefusal(
  400,
  'imagen-heic',
  'Las fotos HEIC no se pueden leer aquí; envíela como JPEG o PNG. En un iPhone: Ajustes › Cámara › Formatos › «El más compatible», y tómela de nuevo.',
);
const BROKEN = new StorageRefusal(
  400,
  'imagen-danada',
  'La imagen está dañada o incompleta. Elija otra o tómela de nuevo.',
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

const readHead = async (path: string): Promise<Uint8Array> => {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** One picture at a time: a large one takes some hundred megabytes while it is looked at. */
let decoding: Promise<unknown> = Promise.resolve();

const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const mine = decoding.then(work);
  decoding = mine.catch(() => {});
  return mine;
};

const checkPicture = async (path: string, maxPixels: number): Promise<void> => {
  const options = { limitInputPixels: false, failOn: 'error', sequentialRead: true } as const;
  // The head alone says how large it claims to be: a bomb is refused before anything is decoded.
  const { width = 0, height = 0 } = await sharp(path, options)
    .metadata()
    .catch(() => {
      throw BROKEN;
    });
  if (width * height > maxPixels) {
    throw new StorageRefusal(
      400,
      'imagen-demasiado-grande',
      `La imagen tiene demasiados puntos: puede tener ${Math.floor(maxPixels / 1_000_000)} megapíxeles como máximo.`,
    );
  }
  try {
    await sharp(path, { ...options, limitInputPixels: maxPixels })
      .timeout({ seconds: DECODE_SECONDS })
      .resize(64, 64, { fit: 'inside' })
      .raw()
      .toBuffer();
  } catch {
    throw BROKEN;
  }
};

/**
 * The content type of what arrived, told by its bytes, or a refusal. Names and declared types are
 * never believed where a rule says what it accepts.
 */
export const inspect = async (
  file: Spooled,
  rule: StorageRule,
  declared: string | null,
): Promise<string> => {
  if (rule.accept === null) return declared ?? 'application/octet-stream';
  const found = await fileTypeFromBuffer(await readHead(file.path)).catch(() => undefined);
  const mime = found?.mime ?? '';
  if (!rule.accept.includes(mime)) {
    throw /^image\/(heic|heif)/.test(mime) ? HEIC : refuseType(rule.accept);
  }
  const { maxPixels } = rule;
  if (maxPixels !== undefined && mime.startsWith('image/')) {
    await inTurn(() => checkPicture(file.path, maxPixels));
  }
  return mime;
};

/** Hardly told from the original by eye. */
const QUALITY = 92;

/**
 * A picture without what a camera or an editor writes in it: where, when and with what it was
 * taken. One that has nothing of the kind (ours have not) is given back byte for byte.
 */
export const withoutMetadata = (file: Spooled): Promise<Spooled> =>
  inTurn(async () => {
    const { exif, xmp, iptc, comments, format } = await sharp(file.path).metadata();
    if (!exif && !xmp && !iptc && !comments?.length) return file;
    const path = `${file.path}.limpia`;
    await sharp(file.path, { limitInputPixels: false, sequentialRead: true })
      .timeout({ seconds: DECODE_SECONDS })
      // How it was held is metadata too: from now on it is upright by itself.
      .autoOrient()
      .keepIccProfile()
      .toFormat(format, format === 'png' ? {} : { quality: QUALITY })
      .toFile(path);
    const bytes = await readFile(path);
    return {
      path,
      size: bytes.length,
      md5: createHash('md5').update(bytes).digest('base64'),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      complete: true,
      discard: () => rm(path, { force: true }),
    };
  });

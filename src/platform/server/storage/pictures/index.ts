import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageRefusal } from '../errors.ts';
import { createLookers } from '../lookers.ts';
import type { Spooled } from '../spool.ts';
import type { PictureAnswer, PictureQuestion } from './worker.ts';

/** How a picture is kept: as it came; without what the camera wrote in it; written again, and nothing else with it. */
export type Cleaning = 'as-it-came' | 'without-metadata' | 'written-again';

/** Looks at pictures of strangers in processes of their own: `worker.ts`. */
export type Pictures = {
  /**
   * Decodes a picture, and gives it without what a camera or an editor writes in it when `clean` says so (where, when
   * and with what it was taken); one that has nothing of the kind (ours have not) is given back byte for byte, unless
   * it is to be written again whatever it has. `owner` is whose turn it is: an account, or a visitor's address.
   * @throws {StorageRefusal} when it is none, or too large. @throws {CallError} UNAVAILABLE when too many wait.
   */
  look: (
    file: Spooled,
    given: { maxPixels: number; clean: Cleaning; owner: string },
  ) => Promise<Spooled>;
  /** The picture of a file, upright and cut to a size, as a JPEG; null: it is none, or it is too large. */
  fit: (
    path: string,
    given: { width: number; height: number; maxPixels: number; owner: string },
  ) => Promise<Buffer | null>;
  /** Ends the processes. */
  close: () => void;
};

/** The longest side of a picture of 50 megapixels that a camera takes has 8,700 points. */
const MAX_SIDE = 12_000;
/** The heaviest that is let in, a progressive JPEG of 48 megapixels that is written again, takes 510. */
const MEMORY = 800;
const HEAP = 64;
/** Decoding and writing have 20 s each; this is for what does not even keep to that. */
const LOOK_MS = 45_000;
/** Two at once, one of them for each person: whoever sends one that takes long stands in nobody's way. */
const AT_ONCE = 2;

const BROKEN = new StorageRefusal(
  400,
  'imagen-danada',
  'La imagen está dañada o incompleta. Elija otra o tómela de nuevo.',
);

const tooLarge = (most: string) =>
  new StorageRefusal(
    400,
    'imagen-demasiado-grande',
    `La imagen tiene demasiados puntos: puede tener ${most} como máximo.`,
  );

/** What was written in the place of what arrived. */
const spooledAt = async (path: string): Promise<Spooled> => {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    md5.update(chunk);
    sha256.update(chunk);
    size += chunk.length;
  }
  return {
    path,
    size,
    md5: md5.digest('base64'),
    sha256: sha256.digest('hex'),
    complete: true,
    discard: () => rm(path, { force: true }),
  };
};

export const createPictures = (): Pictures => {
  const lookers = createLookers<PictureQuestion, PictureAnswer>({
    worker: join(import.meta.dirname, 'worker.ts'),
    memory: MEMORY,
    heap: HEAP,
    lookMs: LOOK_MS,
    broken: 'broken',
    atOnce: AT_ONCE,
    tooMany: 'Hay muchas imágenes en espera. Inténtelo de nuevo en un momento.',
  });

  return {
    look: async (file, { maxPixels, clean, owner }) => {
      const path = `${file.path}.limpia`;
      const outcome = await lookers.ask(owner, {
        path: file.path,
        maxPixels,
        maxSide: MAX_SIDE,
        clean: clean === 'as-it-came' ? null : path,
        always: clean === 'written-again',
      });
      if (outcome === 'good') return file;
      if (outcome === 'cleaned') return spooledAt(path);
      await rm(path, { force: true });
      if (outcome === 'broken') throw BROKEN;
      throw tooLarge(
        outcome === 'side'
          ? `${MAX_SIDE.toLocaleString('es-MX')} de ancho o de alto`
          : `${Math.floor(maxPixels / 1_000_000)} megapíxeles`,
      );
    },
    fit: async (path, { width, height, maxPixels, owner }) => {
      const fitted = `${path}.medida`;
      const question = { path, maxPixels, maxSide: MAX_SIDE, clean: fitted, always: false };
      try {
        const outcome = await lookers.ask(owner, { ...question, fit: { width, height } });
        return outcome === 'cleaned' ? await readFile(fitted) : null;
      } finally {
        await rm(fitted, { force: true });
      }
    },
    close: lookers.close,
  };
};

import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { forkChild } from '../../child.ts';
import { createLane } from '../../lane.ts';
import { StorageRefusal } from '../errors.ts';
import type { Spooled } from '../spool.ts';
import type { PictureAnswer, PictureRequest } from './worker.ts';

/** Looks at pictures of strangers in processes of their own: `worker.ts`. */
export type Pictures = {
  /**
   * Decodes a picture, and gives it without what a camera or an editor writes in it when `clean` (where, when
   * and with what it was taken); one that has nothing of the kind (ours have not) is given back byte for byte.
   * `owner` is whose turn it is: an account, or a visitor's address.
   * @throws {StorageRefusal} when it is none, or too large. @throws {CallError} UNAVAILABLE when too many wait.
   */
  look: (
    file: Spooled,
    given: { maxPixels: number; clean: boolean; owner: string },
  ) => Promise<Spooled>;
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
/** So much without work and a process ends. */
const IDLE_MS = 20_000;
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

type Child = {
  ask: (request: Omit<PictureRequest, 'id'>) => Promise<PictureAnswer['outcome']>;
  end: () => void;
};

/** One process, started for its first picture. One that a picture brings down takes that picture with it. */
const createChild = (): Child => {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let nextId = 1;

  const end = (): void => {
    clearTimeout(idle);
    child?.removeAllListeners().on('error', () => {});
    child?.kill('SIGKILL');
    child = null;
  };

  return {
    end,
    ask: (request) =>
      new Promise((resolve) => {
        clearTimeout(idle);
        child ??= forkChild(join(import.meta.dirname, 'worker.ts'), { memory: MEMORY, heap: HEAP });
        const to = child;
        const id = nextId++;
        const settle = (outcome: PictureAnswer['outcome'], alive: boolean) => {
          clearTimeout(timer);
          to.removeAllListeners();
          if (alive) {
            // Idle, it must not keep the server from ending.
            to.on('error', end);
            to.on('exit', end);
            to.unref();
            to.channel?.unref();
            idle = setTimeout(end, IDLE_MS).unref();
          } else end();
          resolve(outcome);
        };
        const timer = setTimeout(() => settle('broken', false), LOOK_MS);
        to.removeAllListeners();
        to.on('message', (answer: PictureAnswer) => {
          if (answer.id === id) settle(answer.outcome, true);
        });
        to.on('error', () => settle('broken', false));
        // What ends it before its answer is its limit of memory, or a fault of the decoder.
        to.on('exit', () => settle('broken', false));
        to.ref();
        to.channel?.ref();
        to.send({ ...request, id } satisfies PictureRequest, () => {});
      }),
  };
};

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
  // A classroom behind one address fits; who comes after is told to come back.
  const lane = createLane({
    atOnce: AT_ONCE,
    waiting: 60,
    waitingEach: 30,
    tooMany: 'Hay muchas imágenes en espera. Inténtelo de nuevo en un momento.',
  });
  const children = Array.from({ length: AT_ONCE }, createChild);
  const free = [...children];

  return {
    look: (file, { maxPixels, clean, owner }) =>
      lane.run(owner, async () => {
        const child = free.pop()!;
        const path = `${file.path}.limpia`;
        try {
          const outcome = await child.ask({
            path: file.path,
            maxPixels,
            maxSide: MAX_SIDE,
            clean: clean ? path : null,
          });
          if (outcome === 'good') return file;
          if (outcome === 'cleaned') return await spooledAt(path);
          await rm(path, { force: true });
          if (outcome === 'broken') throw BROKEN;
          throw tooLarge(
            outcome === 'side'
              ? `${MAX_SIDE.toLocaleString('es-MX')} de ancho o de alto`
              : `${Math.floor(maxPixels / 1_000_000)} megapíxeles`,
          );
        } finally {
          free.push(child);
        }
      }),
    close: () => {
      for (const child of children) child.end();
    },
  };
};

/**
 * The process that runs the networks and weighs what they read (index.ts starts it and says why). It
 * holds one picture at a time; queueing is the business of index.ts. What a code looks like is told by
 * a module, since functions cannot be posted.
 */
import { flushCompileCache } from 'node:module';
import sharp from 'sharp';
import { type CodeGrammar, readCode } from './code-reader.ts';
import { OcrImageError } from './errors.ts';
import { loadModels, type Models } from './models.ts';
import { cropLine, openPage, slantOf } from './preprocess.ts';
import { recognise } from './recognise.ts';
import { type Block, scan } from './scan.ts';
import type { CodeReading, OcrPage, Reading } from './types.ts';

export type WorkerRequest =
  /** `grammar`: address of a module that exports a `CodeGrammar` as `grammar`. */
  | { id: number; op: 'read'; image: Uint8Array | string; grammar: string }
  | { id: number; op: 'cancel' };

export type WorkerAnswer =
  | { id: number; ok: true; value: CodeReading }
  | { id: number; ok: false; image: boolean; message: string };

// Pictures come once each: keeping decoded pieces would only cost memory.
sharp.cache(false);
// More decoders at once would only hold more rows; the server has the other cores.
sharp.concurrency(1);

// It is ended without notice: what was compiled is for the next one (child.ts).
flushCompileCache();

let models: Promise<Models> | null = null;
/** The reading under way; a next one begins only after its answer. */
let current: { id: number; cancelled: boolean } | null = null;

/** Opens a picture for several looks. `check` throws when nobody waits for them any more. */
async function open(image: Uint8Array | string, check: () => void): Promise<OcrPage> {
  const page = await openPage(image);
  models ??= loadModels();
  const loaded = await models;
  /** Where the last scan found text. */
  let block: Block | null = null;
  return {
    scan: async (mode) => {
      check();
      const result = await scan(page, loaded, mode, block);
      block = result.block;
      return result.lines;
    },
    reread: async (box, variants) => {
      const readings: Reading[] = [];
      const slant = slantOf(page, box);
      for (const variant of variants) {
        check();
        const by = variant.second ? await loaded.second() : loaded.recogniser;
        readings.push(await recognise(cropLine(page, box, variant, slant), by));
      }
      return readings;
    },
  };
}

async function read({ id, image, grammar }: WorkerRequest & { op: 'read' }): Promise<CodeReading> {
  const own = { id, cancelled: false };
  current = own;
  const page = await open(image, () => {
    if (own.cancelled) throw new Error('Cancelled');
  });
  const module = (await import(grammar)) as { grammar: CodeGrammar };
  return readCode(page, module.grammar);
}

process.on('message', async (request: WorkerRequest) => {
  if (request.op === 'cancel') {
    if (current?.id === request.id) current.cancelled = true;
    return;
  }
  let answer: WorkerAnswer;
  try {
    answer = { id: request.id, ok: true, value: await read(request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    answer = { id: request.id, ok: false, image: error instanceof OcrImageError, message };
  }
  // The server may have gone meanwhile; the process ends by itself then.
  process.send!(answer, () => undefined);
});
// The server is gone, whatever ended it.
process.on('disconnect', () => process.exit());

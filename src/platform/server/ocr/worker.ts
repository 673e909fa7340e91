/**
 * The process that runs the networks (index.ts starts it and says why). It holds one picture at a
 * time and offers primitives only (open, scan, reread): what a code looks like is decided on the
 * other side, since functions cannot be posted. Queueing is the business of index.ts.
 */
import sharp from 'sharp';
import { OcrImageError } from './errors.ts';
import { loadModels, type Models } from './models.ts';
import { cropLine, openPage, type Page, slantOf } from './preprocess.ts';
import { recognise } from './recognise.ts';
import { type Block, scan } from './scan.ts';
import type { Box, CropVariant, Line, Reading, ScanMode } from './types.ts';

export type WorkerRequest =
  | { id: number; op: 'open'; image: Uint8Array | string }
  | { id: number; op: 'scan'; mode: ScanMode }
  | { id: number; op: 'reread'; box: Box; variants: readonly CropVariant[] }
  | { id: number; op: 'release' };

export type WorkerAnswer =
  | { id: number; ok: true; value: Line[] | Reading[] | null }
  | { id: number; ok: false; image: boolean; message: string };

// Pictures come once each: keeping decoded pieces would only cost memory.
sharp.cache(false);
// More decoders at once would only hold more rows; the server has the other cores.
sharp.concurrency(1);

let models: Promise<Models> | null = null;
let page: Page | null = null;
/** Where the last scan of this page found text. */
let block: Block | null = null;

async function perform(request: WorkerRequest): Promise<Line[] | Reading[] | null> {
  if (request.op === 'release') {
    page = null;
    return null;
  }
  if (request.op === 'open') {
    // The old picture goes first: two at once would double the peak.
    page = null;
    block = null;
    page = await openPage(request.image);
    return null;
  }
  if (!page) throw new Error('No image is open');
  models ??= loadModels();
  const loaded = await models;
  if (request.op === 'scan') {
    const result = await scan(page, loaded, request.mode, block);
    block = result.block;
    return result.lines;
  }
  const readings: Reading[] = [];
  const slant = slantOf(page, request.box);
  for (const variant of request.variants) {
    readings.push(await recognise(cropLine(page, request.box, variant, slant), loaded));
  }
  return readings;
}

// Requests come one at a time (index.ts waits for each answer), so no queue is needed here.
process.on('message', async (request: WorkerRequest) => {
  let answer: WorkerAnswer;
  try {
    answer = { id: request.id, ok: true, value: await perform(request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    answer = { id: request.id, ok: false, image: error instanceof OcrImageError, message };
  }
  // The server may have gone meanwhile; the process ends by itself then.
  process.send!(answer, () => undefined);
});
// The server is gone, whatever ended it.
process.on('disconnect', () => process.exit());

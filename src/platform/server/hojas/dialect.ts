import { readFile } from 'node:fs/promises';
import { createDecoder, type Encoding, encodingOf } from './encoding.ts';

export type Delimiter = ',' | ';' | '\t' | '|';
export type CsvDialect = {
  encoding: Encoding;
  delimiter: Delimiter;
  /** The first line is Excel's `sep=;`. */
  sepLine: boolean;
};

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

/** Number of cells in each of the first records, were this the delimiter. Quotes are honoured. */
const widths = (sample: string, delimiter: string): number[] => {
  const result: number[] = [];
  let cells = 1;
  let quoted = false;
  let start = true;
  let empty = true;
  for (let i = 0; i < sample.length && result.length < 50; i++) {
    const c = sample[i];
    if (quoted) {
      if (c === '"' && sample[i + 1] === '"') i += 1;
      else if (c === '"') quoted = false;
    } else if (c === '"' && start) {
      quoted = true;
      start = false;
      empty = false;
    } else if (c === delimiter) {
      cells += 1;
      start = true;
      empty = false;
    } else if (c === '\n' || c === '\r') {
      if (c === '\r' && sample[i + 1] === '\n') i += 1;
      if (!empty) result.push(cells);
      cells = 1;
      start = true;
      empty = true;
    } else {
      start = false;
      empty = false;
    }
  }
  if (!empty && !quoted) result.push(cells);
  return result;
};

/** The delimiter that cuts the most rows into the same number of cells; the comma when none does. */
export const detectDelimiter = (sample: string): Delimiter => {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const counts = widths(sample, delimiter);
    const header = counts[0] ?? 1;
    if (header < 2) continue;
    const agreeing = counts.filter((count) => count === header).length / counts.length;
    // Agreement decides; among equals, the one that makes more cells.
    const score = agreeing + header / 10_000;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
};

/** How a text file writes its table. */
export const detectDialect = async (path: string): Promise<CsvDialect> => {
  const bytes = await readFile(path);
  const encoding = encodingOf(bytes);
  const text = createDecoder(encoding).write(bytes.subarray(0, 64 * 1024));
  const [, sep] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  if (sep !== undefined && (DELIMITERS as readonly string[]).includes(sep)) {
    return { encoding, delimiter: sep as Delimiter, sepLine: true };
  }
  return { encoding, delimiter: detectDelimiter(text), sepLine: false };
};

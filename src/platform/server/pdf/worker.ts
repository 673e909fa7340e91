import { isAbsolute, relative } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler';
import { coverageOfFiles } from './fonts.ts';
import { createPrinter } from './text.ts';

/** What the worker is started with. */
export type WorkerStart = { workspace: string; fonts: string[] };
/** One document to make: `document` is JSON of `{ title, data }`. */
export type WorkerRequest = {
  main: { mainFilePath: string } | { mainFileContent: string };
  document: string;
  createdAtSeconds: number;
};
export type WorkerReply =
  | { pdf: Uint8Array<ArrayBuffer> }
  | { error: 'TEMPLATE' | 'STANDARD'; message: string };

type Diagnostic = {
  message: string;
  path?: string;
  range?: { start?: { line?: number; character?: number } } | null;
};

/** Generations that memoised layout survives; each document is one. Low: documents differ. */
const CACHE_AGE = 2;

const { workspace, fonts } = workerData as WorkerStart;
const printer = createPrinter(coverageOfFiles(fonts));
// Paths before blobs: the typesetter also looks at the system's fonts, and the first of two
// equal faces wins, so the bundled ones must be named as the user's own.
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fonts }] });

const explain = (error: NodeError | null): string => {
  const found: Diagnostic[] = error ? compiler.fetchDiagnostics(error) : [];
  return found
    .map(({ message, path, range }) => {
      const start = range?.start;
      const place = path && isAbsolute(path) ? relative(workspace, path) : (path ?? '');
      const line = start ? `:${(start.line ?? 0) + 1}:${(start.character ?? 0) + 1}` : '';
      return `${place}${line} ${message}`;
    })
    .join('; ');
};

/** The exporter's errors arrive as Rust debug text; only message and hints mean something. */
const explainExport = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  const said = [...text.matchAll(/message: "((?:[^"\\]|\\.)*)"/g)].map((m) => m[1] ?? '');
  return said.length > 0 ? said.join('; ').replaceAll('\\"', '"') : text;
};

const make = ({ main, document, createdAtSeconds }: WorkerRequest): WorkerReply => {
  const inputs = { document: JSON.stringify(printer.deep(JSON.parse(document))) };
  const compiled = compiler.compile({ ...main, inputs });
  if (!compiled.result) return { error: 'TEMPLATE', message: explain(compiled.takeDiagnostics()) };
  try {
    const pdf = compiler.pdf(compiled.result, {
      pdfStandard: 'ua-1',
      creationTimestamp: createdAtSeconds,
    });
    return { pdf: new Uint8Array(pdf) };
  } catch (error) {
    return { error: 'STANDARD', message: explainExport(error) };
  }
};

parentPort?.on('message', (request: WorkerRequest) => {
  let reply: WorkerReply;
  try {
    reply = make(request);
  } catch (error) {
    reply = { error: 'TEMPLATE', message: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(reply, 'pdf' in reply ? [reply.pdf.buffer] : []);
  compiler.evictCache(CACHE_AGE);
});
parentPort?.postMessage('ready');

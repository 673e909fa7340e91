import { isAbsolute, join, relative } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler';
import { coverageOfFiles } from './fonts.ts';
import { createGate } from './gate.ts';
import { type Cades, createCades } from './signing/cades.ts';
import { sealPdf } from './signing/seal.ts';
import { createPrinter } from './text.ts';

/** What the worker is started with. */
export type WorkerStart = { workspace: string; fonts: string[] };
/** A file within a document: what a machine reads of it. */
export type Attachment = { name: string; mime: string; description: string; text: string };
/** A picture that a page places, by a name that is its alone. */
export type Picture = { name: string; bytes: Uint8Array };
/** One document to make: `document` is JSON of `{ title, data, firma, papel }`; with `sign` it is archival, and signed. */
export type WorkerRequest = {
  main: { mainFilePath: string } | { mainFileContent: string };
  document: string;
  createdAtSeconds: number;
  attachment: Attachment | null;
  pictures: readonly Picture[];
  sign: { certificates: string[]; privateKey: string; name: string } | null;
};
export type WorkerReply =
  | { pdf: Uint8Array<ArrayBuffer>; pages: number }
  | { error: 'TEMPLATE' | 'STANDARD'; message: string };

type Diagnostic = {
  message: string;
  path?: string;
  range?: { start?: { line?: number; character?: number } } | null;
};

/** Generations that memoised layout survives; each document is one. Low: documents differ. */
const CACHE_AGE = 2;

const { workspace, fonts } = workerData as WorkerStart;
const gate = createGate();
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

let signing: { key: string; cades: Promise<Cades> } | null = null;
/** Reading the key takes as long as a signature: it is done once. */
const cadesOf = (identity: NonNullable<WorkerRequest['sign']>): Promise<Cades> => {
  if (signing?.key !== identity.privateKey) {
    signing = { key: identity.privateKey, cades: createCades(identity) };
  }
  return signing.cades;
};

/** Pictures that are held for the documents to come: those of a few designs. */
const MAX_PICTURES = 40;
const placed = new Set<string>();
/** Lays out pictures where templates find them. Decoded ones stay in the typesetter's own cache while they are used. */
const place = (pictures: readonly Picture[]): void => {
  if (placed.size + pictures.length > MAX_PICTURES) {
    compiler.resetShadow();
    placed.clear();
  }
  for (const { name, bytes } of pictures) {
    if (placed.has(name)) continue;
    compiler.mapShadow(join(workspace, 'pictures', name), Buffer.from(bytes));
    placed.add(name);
  }
};

const make = async (request: WorkerRequest): Promise<WorkerReply> => {
  const { main, document, createdAtSeconds: creationTimestamp, attachment, sign } = request;
  const said = printer.deep(JSON.parse(document));
  const inputs: Record<string, string> = { document: JSON.stringify(said) };
  // As it is, byte by byte: what is signed in it must not be made printable.
  if (attachment) inputs.attachment = JSON.stringify(attachment);
  place(request.pictures);
  const compiled = compiler.compile({ ...main, inputs });
  const { result } = compiled;
  if (!result) return { error: 'TEMPLATE', message: explain(compiled.takeDiagnostics()) };
  try {
    // This is what refuses a document without a title, or an image without words.
    const accessible = () => compiler.pdf(result, { pdfStandard: 'ua-1', creationTimestamp });
    const pages = result.numOfPages;
    if (!sign) return { pdf: new Uint8Array(accessible()), pages };
    gate.look('mainFilePath' in main ? main.mainFilePath : main.mainFileContent, said, accessible);
    const archival = compiler.pdf(result, { pdfStandard: 'a-3a', creationTimestamp });
    const by = { name: sign.name, at: new Date(creationTimestamp * 1000) };
    return { pdf: await sealPdf(archival, await cadesOf(sign), by), pages };
  } catch (error) {
    return { error: 'STANDARD', message: explainExport(error) };
  }
};

parentPort?.on('message', async (request: WorkerRequest) => {
  let reply: WorkerReply;
  try {
    reply = await make(request);
  } catch (error) {
    reply = { error: 'TEMPLATE', message: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(reply, 'pdf' in reply ? [reply.pdf.buffer] : []);
  compiler.evictCache(CACHE_AGE);
});
parentPort?.postMessage('ready');

import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import QRCode from 'qrcode';
import { createLane } from '../lane.ts';
import { whoseTurn } from '../request-context.ts';
import { createThread } from '../thread.ts';
import { bundledFonts, coverageOfFiles, fontsIn } from './fonts.ts';
import type { Signer, SigningIdentity } from './signing/identity.ts';
import { fingerprint } from './signing/verify.ts';
import { createPrinter, type Printer } from './text.ts';
import type { Attachment, Picture, WorkerReply, WorkerRequest, WorkerStart } from './worker.ts';

/**
 * - `TEMPLATE` the template does not compile with that data;
 * - `STANDARD` it compiles, but is not an accessible PDF (no title, an image without text…);
 * - `TIMEOUT`, `CRASHED` the worker was lost and has been replaced: another try may do;
 * - `CERTIFICATE` it was to be signed, and the certificate is not in force any more;
 * - `BUSY` too many wait; `CLOSED` the process is ending.
 */
type PdfErrorCode =
  | 'TEMPLATE'
  | 'STANDARD'
  | 'CERTIFICATE'
  | 'TIMEOUT'
  | 'CRASHED'
  | 'BUSY'
  | 'CLOSED';

/**
 * A document that could not be made. The message carries the typesetter's diagnostics and never
 * the document's data as a whole; it is for the log, not for the person.
 */
export class PdfError extends Error {
  readonly code: PdfErrorCode;
  constructor(code: PdfErrorCode, message: string) {
    super(`PDF ${code}: ${message}`);
    this.name = 'PdfError';
    this.code = code;
  }
}

export type PdfDocument = {
  /** Typst: an absolute path to a .typ file, or the source text itself. */
  template: string;
  /** Title of the PDF, what a reader announces first. */
  title: string;
  /** Any JSON value; the template reads it as `data`. Always text, never markup. */
  data: unknown;
  /**
   * How anybody checks it: the folio (as it is shown) goes into its title, by which `/validar` recognises a file, and the QR opens `url`.
   * Null: a sample, which proves nothing.
   */
  papel: { readonly folio: string; readonly url: string } | null;
  /** Date in the PDF's metadata. With equal data the bytes are equal, so take it from the record. */
  createdAt: Date;
  /**
   * Archival (PDF/A-3a) besides accessible, and signed (PAdES-B-B); its foot says by whom. As every paper is, unless it is made again as
   * it was before papers were signed.
   */
  signed?: boolean;
  /** A file within a signed one. */
  attachment?: Attachment;
  /** Pictures (PNG, JPEG) that the template places as `/pictures/{name}`; the same name is the same bytes, for ever. */
  pictures?: readonly Picture[];
};

/** Who signs: as the documents say it, and with which certificates (PEM, its own first). */
export type PdfSigner = { name: string; certificates: readonly string[] };

/** A document, and how many pages it has. */
export type DrawnPdf = { pdf: Uint8Array; pages: number };

export type PdfRenderer = {
  /** Makes one accessible document (PDF/UA-1), signed if that is asked for. One at a time; turns go round those who ask. Throws PdfError. */
  render(doc: PdfDocument): Promise<Uint8Array>;
  /** The same, and on how many pages. */
  draw(doc: PdfDocument): Promise<DrawnPdf>;
  /** The visible characters of a text that no font has, and that would be printed as `□`. */
  missing(text: string): string[];
  /** Who signs, as the documents say it. @throws {PdfError} CERTIFICATE. */
  signer(): Promise<PdfSigner>;
  /** Lets the document under way finish, refuses those waiting, ends the worker. */
  close(): Promise<void>;
};

type PdfRendererOptions = {
  /** Who signs; without it what is to be signed is refused. */
  signer?: Signer;
  /** Directories of TTF/OTF files besides the bundled families, e.g. the institution's own. */
  fontDirs?: string[];
  /** Milliseconds one document may take (default 20,000). */
  timeoutMs?: number;
  /** Documents after which the worker is replaced (default 1,000). */
  recycleAfter?: number;
  /** Documents that may wait before new ones are refused (default 500). */
  maxWaiting?: number;
};

/** Root of the templates' imports: `#import "/platform/server/pdf/portal.typ": …`. */
const SOURCES = join(import.meta.dirname, '../../..');

/** Longest time a document of ours was seen to need is well under a tenth of this. */
const TIMEOUT_MS = 20_000;

/**
 * The portal's typesetter: Typst in a worker thread, so that a bulk of documents never holds up
 * requests. The worker starts with the first document.
 */
export const createPdfRenderer = (options: PdfRendererOptions = {}): PdfRenderer => {
  const fonts = [...bundledFonts(), ...fontsIn(options.fontDirs ?? [])];
  const thread = createThread({
    worker: new URL('./worker.ts', import.meta.url),
    workerData: { workspace: SOURCES, fonts } satisfies WorkerStart,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    recycleAfter: options.recycleAfter ?? 1_000,
    // Whoever waits does so in the lane.
    maxWaiting: 1,
    fail: (reason, detail) => new PdfError(reason, detail),
  });
  const maxWaiting = options.maxWaiting ?? 500;
  const lane = createLane({ atOnce: 1, waiting: maxWaiting, waitingEach: maxWaiting });
  let asked = 0;

  const draw: PdfRenderer['draw'] = async ({
    template,
    title,
    data,
    createdAt,
    papel,
    signed = papel !== null,
    attachment = null,
    pictures = [],
  }) => {
    const createdAtSeconds = Math.floor(createdAt.getTime() / 1000);
    if (!Number.isFinite(createdAtSeconds)) throw new PdfError('TEMPLATE', 'createdAt is no date');
    const identity = signed ? await identityOf(options.signer) : null;
    const request: WorkerRequest = {
      main: await mainOf(template),
      // As text: what cannot be sent to a worker fails here, in its own call.
      document: JSON.stringify({
        title: papel === null || title.includes(papel.folio) ? title : `${title}, ${papel.folio}`,
        data,
        firma: identity && firmaOf(identity),
        papel: papel && { ...papel, qr: await qrSvg(papel.url) },
      }),
      createdAtSeconds,
      attachment,
      pictures,
      sign: identity && { ...identity, name: identity.holder },
    };
    if (asked > maxWaiting) throw new PdfError('BUSY', `${asked - 1} are waiting`);
    asked += 1;
    const reply = await lane
      .run(whoseTurn(), async () => (await thread.run(request)) as WorkerReply)
      .finally(() => {
        asked -= 1;
      });
    if ('error' in reply) throw new PdfError(reply.error, reply.message);
    return { pdf: reply.pdf, pages: reply.pages };
  };

  let printer: Printer | null = null;
  return {
    draw,
    missing(text) {
      // The fonts are read when the first text is asked about.
      printer ??= createPrinter(coverageOfFiles(fonts));
      return printer.missing(text);
    },
    render: async (doc) => (await draw(doc)).pdf,
    async signer() {
      const { holder, certificates } = await identityOf(options.signer);
      return { name: holder, certificates };
    },
    close: () => thread.close(),
  };
};

const identityOf = async (signer: Signer | undefined): Promise<SigningIdentity> => {
  const identity = await signer?.();
  if (!identity) throw new PdfError('CERTIFICATE', 'there is nobody to sign');
  if (identity.validUntil < new Date()) {
    throw new PdfError('CERTIFICATE', `it ended on ${identity.validUntil.toISOString()}`);
  }
  return identity;
};

/** The foot of a signed document; `huella`: certificate fingerprint in groups of four digits, to compare by eye. */
const firmaOf = ({ holder, selfSigned, certificates }: SigningIdentity) => ({
  titular: holder,
  huella: fingerprint(new X509Certificate(certificates[0]!).raw)
    .toUpperCase()
    .replace(/.{4}(?=.)/g, '$& '),
  certificado: selfSigned ? 'Certificado propio de este portal' : '',
});

/** Files among our sources go by path (diagnostics then name the line); others by content. */
const mainOf = async (template: string): Promise<WorkerRequest['main']> => {
  if (!isAbsolute(template) || template.includes('\n')) return { mainFileContent: template };
  const within = relative(SOURCES, template);
  if (!within.startsWith('..') && !isAbsolute(within)) return { mainFilePath: template };
  try {
    return { mainFileContent: await readFile(template, 'utf8') };
  } catch (error) {
    throw new PdfError('TEMPLATE', String(error));
  }
};

/**
 * A QR code as SVG, to be passed in a document's data and placed with `qr(…)` of portal.typ.
 * Level M with the standard's quiet zone of four modules: survives a photocopy and a fold.
 */
export const qrSvg = (url: string): Promise<string> =>
  QRCode.toString(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });

/**
 * The process that opens strangers' PDF, one at a time (index.ts starts it and says why). What one is refused for is
 * said here; the words are index.ts's.
 */
import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { constants, inflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Answered, Asked } from '../lookers.ts';

export type PaperQuestion = { path: string; maxPages: number };

export type PaperAnswer =
  | 'good'
  | 'broken'
  | 'password'
  | 'empty'
  | 'pages'
  | 'actions'
  | 'heavy'
  | 'attachments';

/** Actions that do something else than to go to a page or an address. */
const ACTIONS = new Set([
  'JavaScript',
  'Launch',
  'ImportData',
  'SubmitForm',
  'GoToE',
  // Into another file: by its path, a reader signs in to the machine that it names.
  'GoToR',
  'Rendition',
]);
/** Addresses that a link may lead to. */
const LINKS = /^(https?:|mailto:|tel:|[^:]*$)/i;
/** Kinds of note with something else inside. */
const CARRIERS = new Set(['FileAttachment', 'RichMedia', 'Movie', 'Sound', 'Screen', '3D']);
/** Bytes that may follow the end of the file, whatever they are, besides blanks and zeros that fill it up. */
const MAX_TRAIL = 1_024;
/** The same of plain text: gateways leave the foot of a page behind. */
const MAX_TEXT_TRAIL = 16_384;
const PADDING = new Set([0, 9, 10, 12, 13, 32]);
const isText = (byte: number) => byte >= 32 || PADDING.has(byte);

/** Bytes that one stream of drawing instructions may unfold to, and all of them together: a reviewer's browser reads them all. */
const MAX_UNFOLDED = 40_000_000;
const MAX_UNFOLDED_IN_ALL = 200_000_000;
/** Points of a picture: a page of A4 at 1,000 points an inch. */
const MAX_POINTS = 100_000_000;
/** Filters that are pictures, which `decodePDFRawStream` does not open. */
const PICTURES = new Set(['DCTDecode', 'DCT', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode', 'CCF']);

// It is ended without notice: what was compiled is for the next one (child.ts).
flushCompileCache();

/** Whether it opens, in the very library that shows it on the screens. */
const open = async (bytes: Uint8Array, maxPages: number): Promise<PaperAnswer> => {
  const task = getDocument({
    // It keeps what it is given.
    data: Uint8Array.from(bytes),
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
  });
  try {
    const pdf = await task.promise;
    if (pdf.numPages === 0) return 'empty';
    if (pdf.numPages > maxPages) return 'pages';
    for (let n = 1; n <= pdf.numPages; n++) await pdf.getPage(n);
    return 'good';
  } catch (error) {
    return error instanceof PasswordException ? 'password' : 'broken';
  } finally {
    await task.destroy().catch(() => {});
  }
};

const nameIn = (dict: PDFDict, key: string): string | null => {
  const value = dict.get(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : null;
};

/** Whether what a document does by itself only goes to a place within it. */
const staysInside = (action: PDFObject | undefined, context: PDFContext): boolean => {
  const found = context.lookup(action as never) as PDFObject | undefined;
  if (found instanceof PDFDict) {
    return nameIn(found, 'S') === 'GoTo' && !found.has(PDFName.of('Next'));
  }
  // A place by its page or its name is no action; what cannot be read may be one.
  return !(found instanceof PDFInvalidObject || found instanceof PDFStream);
};

/** Whether something happens when the document or a page is opened, closed, printed…, other than going to a place within it. */
const actsAlone = (dict: PDFDict, context: PDFContext): boolean => {
  if (!staysInside(dict.get(PDFName.of('OpenAction')), context)) return true;
  const more = context.lookup(dict.get(PDFName.of('AA')) as never) as PDFObject | undefined;
  return more instanceof PDFDict && more.values().some((one) => !staysInside(one, context));
};

const isForeignLink = (dict: PDFDict, context: PDFContext): boolean => {
  if (nameIn(dict, 'S') !== 'URI') return false;
  const uri = context.lookup(dict.get(PDFName.of('URI')) as never) as PDFObject | undefined;
  return uri instanceof PDFString || uri instanceof PDFHexString
    ? !LINKS.test(uri.decodeText().trim())
    : false;
};

const wrongIn = (dict: PDFDict, context: PDFContext): PaperAnswer | null => {
  if (dict.has(PDFName.of('JS')) || dict.has(PDFName.of('XFA'))) return 'actions';
  if (actsAlone(dict, context) || isForeignLink(dict, context)) return 'actions';
  if (ACTIONS.has(nameIn(dict, 'S') ?? '')) return 'actions';
  if (dict.has(PDFName.of('EF')) || CARRIERS.has(nameIn(dict, 'Subtype') ?? ''))
    return 'attachments';
  return nameIn(dict, 'Type') === 'EmbeddedFile' ? 'attachments' : null;
};

const namesOf = (names: Iterable<string>) => new RegExp(`/(${[...names].join('|')})(?![\\w.-])`);
const ACTS = namesOf(['JS', 'XFA', 'OpenAction', 'AA', ...ACTIONS]);
const CARRIES = namesOf(['EF', 'EmbeddedFile', ...CARRIERS]);

/** Of an object that cannot be read whole: what its names say. Another program may read it. */
const wrongInBytes = (object: PDFInvalidObject): PaperAnswer | null => {
  const bytes = Buffer.alloc(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  const text = bytes
    .toString('latin1')
    .replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  if (ACTS.test(text)) return 'actions';
  return CARRIES.test(text) ? 'attachments' : null;
};

const numberIn = (dict: PDFDict, key: string): number => {
  const value = dict.context.lookup(dict.get(PDFName.of(key)) as never) as PDFObject | undefined;
  return value instanceof PDFNumber ? value.asNumber() : 0;
};

const filtersOf = ({ dict }: PDFStream): string[] => {
  const key = dict.has(PDFName.of('Filter')) ? 'Filter' : 'F';
  const value = dict.context.lookup(dict.get(PDFName.of(key)) as never) as PDFObject | undefined;
  const names = value instanceof PDFArray ? value.asArray() : [value];
  return names.flatMap((one) => (one instanceof PDFName ? [one.decodeText()] : []));
};

/** Bytes that a stream unfolds to; infinite beyond the most that one may. */
const unfoldedOf = (stream: PDFRawStream): number => {
  const filters = filtersOf(stream);
  const isPicture = PICTURES.has(filters.at(-1) ?? '');
  const folded = isPicture ? filters.slice(0, -1) : filters;
  if (folded.length === 0) return isPicture ? 0 : stream.contents.length;
  if (folded.length > 1 && isPicture) return Number.POSITIVE_INFINITY;
  try {
    if (folded.length === 1 && /^Fl/.test(folded[0]!)) {
      return inflateSync(stream.contents, {
        maxOutputLength: MAX_UNFOLDED,
        finishFlush: constants.Z_SYNC_FLUSH,
      }).length;
    }
    // More than this process may hold ends it, and the file is refused.
    return isPicture ? Number.POSITIVE_INFINITY : decodePDFRawStream(stream).decode().length;
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    // What cannot be unfolded is shown by nobody.
    return tooLarge ? Number.POSITIVE_INFINITY : 0;
  }
};

/** Whether showing it takes more than a page of anybody's does. */
const isHeavy = (objects: readonly PDFObject[]): boolean => {
  let unfolded = 0;
  for (const stream of objects) {
    if (!(stream instanceof PDFRawStream)) continue;
    const isImage = nameIn(stream.dict, 'Subtype') === 'Image';
    if (isImage && numberIn(stream.dict, 'Width') * numberIn(stream.dict, 'Height') > MAX_POINTS) {
      return true;
    }
    // Of a picture only as many bytes are unfolded as it has points.
    if (isImage && filtersOf(stream).length <= 1) continue;
    const bytes = unfoldedOf(stream);
    unfolded += bytes;
    if (bytes > MAX_UNFOLDED || unfolded > MAX_UNFOLDED_IN_ALL) return true;
  }
  return false;
};

/** Everything that there is in it, whatever leads there: what acts by itself, and what it carries. */
const search = async (bytes: Uint8Array): Promise<PaperAnswer> => {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false, password: '' });
  const { context } = pdf;
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  if (isHeavy(waiting)) return 'heavy';
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    const dict =
      object instanceof PDFStream ? object.dict : object instanceof PDFDict ? object : null;
    const wrong =
      object instanceof PDFInvalidObject ? wrongInBytes(object) : dict && wrongIn(dict, context);
    if (wrong) return wrong;
    if (dict) waiting.push(...dict.values());
    else if (object instanceof PDFArray) waiting.push(...object.asArray());
  }
  return 'good';
};

/** Whether there is something else behind it in the file. */
const isFollowed = (bytes: Buffer): boolean => {
  const end = bytes.lastIndexOf('%%EOF');
  if (end < 0) return true;
  const trail = bytes.subarray(end);
  const said = trail.findLastIndex((byte) => !PADDING.has(byte)) + 1;
  const rest = trail.subarray(0, said);
  return rest.length > (rest.every(isText) ? MAX_TEXT_TRAIL : MAX_TRAIL);
};

const look = async ({ path, maxPages }: PaperQuestion): Promise<PaperAnswer> => {
  const bytes = await readFile(path);
  if (isFollowed(bytes)) return 'broken';
  const opened = await open(bytes, maxPages);
  return opened === 'good' ? search(bytes) : opened;
};

process.on('message', async ({ id, ...question }: Asked<PaperQuestion>) => {
  const answer = await look(question).catch(() => 'broken' as const);
  process.send!({ id, answer } satisfies Answered<PaperAnswer>, () => undefined);
});
// The server is gone, whatever ended it.
process.on('disconnect', () => process.exit());

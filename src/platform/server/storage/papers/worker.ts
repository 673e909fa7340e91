/**
 * The process that opens strangers' PDF, one at a time (index.ts starts it and says why). What one is refused for is
 * said here; the words are index.ts's.
 */
import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFStream,
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
  | 'attachments';

/** Actions that do something else than to go to a page or an address. */
const ACTIONS = new Set(['JavaScript', 'Launch', 'ImportData', 'SubmitForm', 'GoToE', 'Rendition']);
/** Kinds of note with something else inside. */
const CARRIERS = new Set(['FileAttachment', 'RichMedia', 'Movie', 'Sound', 'Screen', '3D']);
/** What may follow the end of the file: some programs fill it up with blanks. */
const MAX_TRAIL = 1_024;

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

const wrongIn = (dict: PDFDict): PaperAnswer | null => {
  if (dict.has(PDFName.of('JS')) || dict.has(PDFName.of('XFA'))) return 'actions';
  if (ACTIONS.has(nameIn(dict, 'S') ?? '')) return 'actions';
  if (dict.has(PDFName.of('EF')) || CARRIERS.has(nameIn(dict, 'Subtype') ?? ''))
    return 'attachments';
  return nameIn(dict, 'Type') === 'EmbeddedFile' ? 'attachments' : null;
};

const namesOf = (names: Iterable<string>) => new RegExp(`/(${[...names].join('|')})(?![\\w.-])`);
const ACTS = namesOf(['JS', 'XFA', ...ACTIONS]);
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

/** Everything that there is in it, whatever leads there: what acts by itself, and what it carries. */
const search = async (bytes: Uint8Array): Promise<PaperAnswer> => {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false, password: '' });
  const waiting: PDFObject[] = pdf.context.enumerateIndirectObjects().map(([, object]) => object);
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    const dict =
      object instanceof PDFStream ? object.dict : object instanceof PDFDict ? object : null;
    const wrong = object instanceof PDFInvalidObject ? wrongInBytes(object) : dict && wrongIn(dict);
    if (wrong) return wrong;
    if (dict) waiting.push(...dict.values());
    else if (object instanceof PDFArray) waiting.push(...object.asArray());
  }
  return 'good';
};

/** Whether there is something else behind it in the file. */
const isFollowed = (bytes: Buffer): boolean => {
  const end = bytes.lastIndexOf('%%EOF');
  return end < 0 || bytes.length - end > MAX_TRAIL;
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

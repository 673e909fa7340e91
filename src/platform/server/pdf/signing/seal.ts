import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import type { Cades } from './cades.ts';
import { withAccessibility } from './metadata.ts';

/** What the dictionary of a signature says besides the signature. */
export type SealedBy = { name: string; at: Date };

/** As long as any offset of a document of ours; the largest that the format takes. */
const ANYWHERE = 9_999_999_999;
const BYTE_RANGE = `/ByteRange [ 0 ${ANYWHERE} ${ANYWHERE} ${ANYWHERE} ]`;
const FIELD = 'Firma';
/** Print, and locked: what PDF/A asks of a widget, and that nobody moves it. */
const FLAGS = 4 | 128;
/** A document that has signatures, to which one only appends. */
const SIGNATURES_EXIST = 1 | 2;

const pdfDate = (date: Date) =>
  PDFString.of(`D:${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`);

/** The structure's element that holds the field, so that a reader comes by it. Appended to the document's own. */
const tagWidget = (doc: PDFDocument, widget: PDFRef, page: PDFRef): number => {
  const { context, catalog } = doc;
  const root = catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
  const document = root.lookup(PDFName.of('K'), PDFArray).lookup(0, PDFDict);
  const parent = root.lookup(PDFName.of('K'), PDFArray).get(0);
  const key = root.lookup(PDFName.of('ParentTreeNextKey'), PDFNumber).asNumber();
  const element = context.register(
    context.obj({
      Type: 'StructElem',
      S: 'Form',
      P: parent,
      Pg: page,
      Alt: PDFHexString.fromText('Firma electrónica del documento'),
      K: { Type: 'OBJR', Obj: widget, Pg: page },
    }),
  );
  document.lookup(PDFName.of('K'), PDFArray).push(element);
  const numbers = root
    .lookup(PDFName.of('ParentTree'), PDFDict)
    .lookup(PDFName.of('Nums'), PDFArray);
  numbers.push(PDFNumber.of(key));
  numbers.push(element);
  root.set(PDFName.of('ParentTreeNextKey'), PDFNumber.of(key + 1));
  return key;
};

const addField = (doc: PDFDocument, by: SealedBy, room: number): void => {
  const { context, catalog } = doc;
  const [first] = doc.getPages();
  if (!first) throw new Error('the document has no page');
  const widget = context.nextRef();
  const signature = context.nextRef();
  context.assign(
    widget,
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFHexString.fromText(FIELD),
      TU: PDFHexString.fromText('Firma electrónica del documento'),
      V: signature,
      F: FLAGS,
      // Without ink: what the page says of it is written in its foot.
      Rect: [0, 0, 0, 0],
      P: first.ref,
      StructParent: tagWidget(doc, widget, first.ref),
    }),
  );
  const annotations = first.node.lookupMaybe(PDFName.of('Annots'), PDFArray);
  if (annotations) annotations.push(widget);
  else first.node.set(PDFName.of('Annots'), context.obj([widget]));
  catalog.set(
    PDFName.of('AcroForm'),
    context.obj({ Fields: [widget], SigFlags: SIGNATURES_EXIST }),
  );
  // The last object of the file: nothing that a person wrote comes after it.
  context.assign(
    signature,
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: [0, ANYWHERE, ANYWHERE, ANYWHERE],
      Contents: PDFHexString.of('0'.repeat(room * 2)),
      Name: PDFHexString.fromText(by.name),
      M: pdfDate(by.at),
    }),
  );
};

/** Makes of a PDF/A one that is PDF/UA too, with a field for its signature. */
const prepare = async (pdf: Uint8Array, by: SealedBy, room: number): Promise<Buffer> => {
  const doc = await PDFDocument.load(pdf, {
    updateMetadata: false,
    parseSpeed: ParseSpeeds.Fastest,
  });
  const { context, catalog } = doc;
  const xmp = catalog.lookup(PDFName.of('Metadata'));
  if (!(xmp instanceof PDFRawStream)) throw new Error('the document has no XMP');
  const text = Buffer.from(withAccessibility(Buffer.from(xmp.contents).toString('utf8')));
  const { Length: _, ...rest } = Object.fromEntries(
    xmp.dict.entries().map(([name, value]) => [name.decodeText(), value]),
  );
  context.assign(
    catalog.get(PDFName.of('Metadata')) as PDFRef,
    PDFRawStream.of(context.obj({ ...rest }), new Uint8Array(text)),
  );
  catalog
    .lookup(PDFName.of('ViewerPreferences'), PDFDict)
    .set(PDFName.of('DisplayDocTitle'), context.obj(true));
  for (const page of doc.getPages()) page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
  addField(doc, by, room);
  return Buffer.from(
    await doc.save({
      useObjectStreams: false,
      // In one go: it is a thread of its own.
      objectsPerTick: Number.POSITIVE_INFINITY,
      addDefaultPage: false,
      updateFieldAppearances: false,
    }),
  );
};

/**
 * Signs a PDF/A document of the typesetter as PAdES-B-B, in one revision: everything but the signature itself is signed. With the
 * same document, identity and moment the bytes are the same.
 */
export const sealPdf = async (
  pdf: Uint8Array,
  cades: Cades,
  by: SealedBy,
): Promise<Uint8Array<ArrayBuffer>> => {
  const file = await prepare(pdf, by, cades.room);
  const range = file.lastIndexOf(BYTE_RANGE);
  const start = file.indexOf('/Contents <', range) + '/Contents '.length;
  const end = start + cades.room * 2 + 2;
  if (range < 0 || file[start] !== 0x3c || file[end - 1] !== 0x3e) {
    throw new Error('the place of the signature is not where it was put');
  }
  const said = `/ByteRange [ 0 ${start} ${end} ${file.length - end} ]`;
  file.write(said.padEnd(BYTE_RANGE.length), range, 'latin1');
  const signature = await cades.sign(Buffer.concat([file.subarray(0, start), file.subarray(end)]));
  if (signature.length > cades.room)
    throw new Error(`a signature of ${signature.length} bytes is too long`);
  file.write(Buffer.from(signature).toString('hex'), start + 1, 'latin1');
  return new Uint8Array(file);
};

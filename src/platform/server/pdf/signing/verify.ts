import { createHash, X509Certificate } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Sequence } from 'asn1js';
import { type Certificate, ContentInfo, SignedData } from 'pkijs';

/**
 * - `entera` signed by one of the certificates given, and not a byte of the file is outside of it or changed;
 * - `alterada` there is a signature, and the file is not what was signed;
 * - `ajena` it is whole, and signed by somebody else;
 * - `sinFirma` there is none.
 */
export type FirmaDePdf =
  | { readonly es: 'entera'; readonly titular: string }
  | { readonly es: 'ajena'; readonly titular: string }
  | { readonly es: 'alterada' }
  | { readonly es: 'sinFirma' };

const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g;
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

/** How long a DER element is, by its own head. */
const lengthOf = (der: Uint8Array): number => {
  const first = der[1] ?? 0;
  if (first < 0x80) return 2 + first;
  const digits = der.subarray(2, 2 + (first & 0x7f));
  return 2 + digits.length + digits.reduce((sum, digit) => sum * 256 + digit, 0);
};

/** The signed bytes and the signature, when together they are the whole file and nothing else; null: they are not. */
const splitWhole = (pdf: Uint8Array, text: string, range: readonly number[]) => {
  const [start, before, after, rest] = range as [number, number, number, number];
  const between = text.slice(before, after);
  const whole = start === 0 && after + rest === pdf.length && /^<(?:[0-9a-f]{2})+>$/i.test(between);
  if (!whole) return null;
  const padded = Buffer.from(between.slice(1, -1), 'hex');
  const cms = padded.subarray(0, lengthOf(padded));
  // What fills its place up is nothing.
  if (padded.subarray(cms.length).some((byte) => byte !== 0)) return null;
  return { content: Buffer.concat([pdf.subarray(0, before), pdf.subarray(after)]), cms };
};

/** SHA-256 of a certificate in DER: 64 hexadecimal digits in lower case. Signed documents print it at their foot. */
export const fingerprint = (der: Uint8Array): string =>
  createHash('sha256').update(der).digest('hex');

/** The certificate that its own signature names, so that no other with the same key takes its place (CAdES). */
const namedCertificate = (signed: SignedData): Buffer | null => {
  const attributes = signed.signerInfos[0]?.signedAttrs?.attributes ?? [];
  const named = attributes.find(({ type }) => type === SIGNING_CERTIFICATE_V2)?.values[0];
  const [ids] = (named as Sequence | undefined)?.valueBlock.value ?? [];
  const [id] = (ids as Sequence | undefined)?.valueBlock.value ?? [];
  const [hash] = (id as Sequence | undefined)?.valueBlock.value ?? [];
  const wanted = hash && Buffer.from((hash as unknown as { getValue(): ArrayBuffer }).getValue());
  const ders = (signed.certificates ?? []).map((one) =>
    Buffer.from((one as Certificate).toSchema().toBER()),
  );
  return ders.find((der) => wanted?.toString('hex') === fingerprint(der)) ?? null;
};

/** The name of a certificate's holder, as a person reads it. */
export const commonName = (der: Uint8Array): string => {
  const { subject } = new X509Certificate(der);
  return /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');
};

/** What the signature of a PDF is worth, to who trusts these certificates (PEM). Asks nothing of the network. */
export const verifyPdf = async (
  pdf: Uint8Array,
  trusted: readonly string[],
): Promise<FirmaDePdf> => {
  const text = Buffer.from(pdf).toString('latin1');
  const ranges = [...text.matchAll(BYTE_RANGE)];
  const last = ranges.at(-1);
  if (!last) return { es: 'sinFirma' };
  const parts = splitWhole(pdf, text, last.slice(1).map(Number));
  if (!parts) return { es: 'alterada' };
  try {
    const info = ContentInfo.fromBER(new Uint8Array(parts.cms).buffer);
    const signed = new SignedData({ schema: info.content });
    const der = namedCertificate(signed);
    const data = new Uint8Array(parts.content).buffer;
    const right = der !== null && (await signed.verify({ signer: 0, data, checkChain: false }));
    if (!right) return { es: 'alterada' };
    const known = trusted.some((pem) => new X509Certificate(pem).raw.equals(der));
    return { es: known ? 'entera' : 'ajena', titular: commonName(der) };
  } catch {
    return { es: 'alterada' };
  }
};

/** The file of that name within a PDF, as text; null: there is none, or the PDF cannot be read. */
export const readAttachment = async (pdf: Uint8Array, name: string): Promise<string | null> => {
  try {
    const doc = await PDFDocument.load(pdf, { updateMetadata: false });
    const found = doc.getAttachments().find((one) => one.name === name);
    return found ? Buffer.from(found.data).toString('utf8') : null;
  } catch {
    return null;
  }
};

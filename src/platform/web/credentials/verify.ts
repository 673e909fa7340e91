import { signedBytesOf, UnknownForm } from './canonical.ts';
import { CONTEXTS } from './terms.ts';

/*
 * A credential of the school's in the browser: whether one of its published keys signed it, and what its status lists say. Asks for
 * nothing: whoever calls it has what the school publishes.
 */

type Json = Readonly<Record<string, unknown>>;
type Method = { readonly id: string; readonly publicKeyMultibase: string };

/** Who issues, as `/.well-known/did.json` says. */
export type Issuer = {
  readonly id: string;
  readonly verificationMethod: readonly Method[];
  readonly assertionMethod: readonly string[];
};

/** `unknown`: it is of a form that this program does not know; it says nothing of whether it is right. */
export type Signature = 'right' | 'wrong' | 'unknown';

/** `set`: it is in the list. `unread`: the list is missing, forged, over, or another one's. */
export type Listed = 'set' | 'clear' | 'unread';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The bytes of a Multibase text in base 58 (`z…`), of which there are to be so many; null: it is none. */
const readBase58 = (text: unknown, length: number): Uint8Array<ArrayBuffer> | null => {
  if (typeof text !== 'string' || !/^z[1-9A-HJ-NP-Za-km-z]{1,200}$/.test(text)) return null;
  let value = 0n;
  for (const letter of text.slice(1)) value = value * 58n + BigInt(BASE58.indexOf(letter));
  const hex = value.toString(16).padStart(length * 2, '0');
  if (hex.length !== length * 2) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
};

/** The 32 bytes of an Ed25519 public key; null: it is of another kind. */
const readKey = (multibase: string): Uint8Array<ArrayBuffer> | null => {
  const bytes = readBase58(multibase, 34);
  return bytes?.[0] === 0xed && bytes[1] === 0x01 ? bytes.slice(2) : null;
};

type Bytes = Uint8Array<ArrayBuffer>;

/** Ed25519 by the browser, or, where it does not know it yet, by a library that comes then. */
const isSignedBy = async (key: Bytes, signature: Bytes, data: Bytes): Promise<boolean> => {
  const algorithm = { name: 'Ed25519' };
  let imported: Awaited<ReturnType<typeof crypto.subtle.importKey>>;
  try {
    imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']);
  } catch {
    const { verifyAsync } = await import('./ed25519.ts');
    return verifyAsync(signature, data, key);
  }
  return crypto.subtle.verify(algorithm, imported, signature, data);
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a key that the issuer publishes for that signed a document. */
export const checkSignature = async (document: Json, issuer: Issuer): Promise<Signature> => {
  const { proof: proofs, ...said } = document;
  const all = [proofs ?? []].flat();
  const proof: unknown = all[0];
  const by = isObject(said.issuer) ? said.issuer.id : said.issuer;
  if (!isObject(proof) || all.length > 1 || by !== issuer.id) return 'wrong';
  const rightKind =
    proof.type === 'DataIntegrityProof' &&
    proof.cryptosuite === 'eddsa-rdfc-2022' &&
    proof.proofPurpose === 'assertionMethod';
  if (!rightKind) return 'unknown';
  const contexts = JSON.stringify(said['@context']);
  if (!CONTEXTS.some((one) => JSON.stringify(one) === contexts)) return 'unknown';
  const method = issuer.verificationMethod.find(({ id }) => id === proof.verificationMethod);
  if (!method || !issuer.assertionMethod.includes(method.id)) return 'wrong';
  const key = readKey(method.publicKeyMultibase);
  const signature = readBase58(proof.proofValue, 64);
  if (!key || !signature) return 'wrong';
  try {
    const data = await signedBytesOf(said, proof);
    return (await isSignedBy(key, signature, data)) ? 'right' : 'wrong';
  } catch (thrown) {
    if (thrown instanceof UnknownForm) return 'unknown';
    throw thrown;
  }
};

/** The bits of a list: `u`, base64url, gzip. */
const readBits = async (encoded: unknown): Promise<Uint8Array | null> => {
  if (typeof encoded !== 'string' || !/^u[\w-]+$/.test(encoded)) return null;
  const packed = atob(encoded.slice(1).replaceAll('-', '+').replaceAll('_', '/'));
  const stream = new Blob([Uint8Array.from(packed, (letter) => letter.charCodeAt(0))])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

/** What a credential's entry points to. */
export type Entry = {
  readonly statusPurpose: string;
  readonly statusListIndex: string;
  readonly statusListCredential: string;
};

/** What a status list says of an entry at a moment. Whatever is not right with the list, it is not read. */
export const readListed = async (
  entry: Entry,
  list: Json | null,
  issuer: Issuer,
  now: Date,
): Promise<Listed> => {
  if (list === null || list.id !== entry.statusListCredential) return 'unread';
  const { credentialSubject: subject, validUntil, validFrom } = list;
  const inForce =
    typeof validUntil === 'string' &&
    new Date(validUntil) > now &&
    // A few minutes: the browser's clock is not the school's.
    (typeof validFrom !== 'string' || +new Date(validFrom) <= +now + 300_000);
  if (!inForce || !isObject(subject) || subject.statusPurpose !== entry.statusPurpose) {
    return 'unread';
  }
  if ((await checkSignature(list, issuer)) !== 'right') return 'unread';
  const index = Number(entry.statusListIndex);
  const bits = await readBits(subject.encodedList).catch(() => null);
  const byte = bits?.[index >> 3];
  if (byte === undefined || !/^\d+$/.test(entry.statusListIndex)) return 'unread';
  return (byte >> (7 - (index & 7))) & 1 ? 'set' : 'clear';
};
